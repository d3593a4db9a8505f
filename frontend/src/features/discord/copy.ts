// The Dutch copy of linking a Discord account (specification, sections 2 and 8), character for character.
export const discordCopy = {
  title: 'Discord Verificatie',
  intro: 'Koppel je Discord account om toegang te krijgen tot de kanalen van je cursussen.',
  benefits: [
    'Koppel je Discord account aan je cursusaccount',
    'Automatisch toegang tot de kanalen van je cursussen',
    'Je behoudt toegang zolang je abonnement actief is',
  ],
  connect: 'Koppel Discord Account',
  reconnect: 'Koppel Discord Account Opnieuw',
  linked: 'Discord account gekoppeld',
  notLinked: 'Geen Discord account gekoppeld',
  verifying: 'Je Discord account wordt geverifieerd...',
  back: 'Terug naar het portaal',
} as const;

const lang = 'nl';
const failed = 'Verificatie Mislukt';

export const discordToasts = {
  missingConfig: {
    title: 'Configuratie Fout',
    description: 'Discord configuratie niet beschikbaar. Probeer het later opnieuw.',
    destructive: true,
    lang,
  },
  noCode: {
    title: failed,
    description: 'Geen autorisatie code ontvangen van Discord.',
    destructive: true,
    lang,
  },
  mismatch: {
    title: failed,
    description: 'Ongeldige authenticatie poging.',
    destructive: true,
    lang,
  },
  serverFailure: (description: string) => ({ title: failed, description, destructive: true, lang }),
  linked: {
    title: 'Discord Account Gekoppeld',
    description: 'Je Discord account is succesvol geverifieerd.',
    lang,
  },
} as const;
