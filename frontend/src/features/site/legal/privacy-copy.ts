// The privacy notice: GDPR articles 13 and 15 to 22, the Belgian acts of 30 July 2018 (data protection)
// and 13 June 2005, article 129 (cookies). It describes what this software does; the owner's lawyer
// adds who hosts it and what else the owner does.
import { site } from '@/settings/own-site';
import { hasCommunity } from '@/settings/readings';

import type { LegalSection } from './legal-text';

const { brand, company, support, community } = site;

export const privacySections: readonly LegalSection[] = [
  {
    id: 'introduction',
    title: 'Introduction',
    blocks: [
      `This notice says which personal data ${brand.name} handles, why, for how long and what you can do about it. The controller is ${company.legalName}, ${company.street}, ${company.town}, ${company.country}, enterprise and VAT number ${company.vatNumber} (“we”). Questions go to ${support.email}; we have not had to appoint a data protection officer.`,
      `It covers this website, the course portal and the mail that they send. ${hasCommunity() ? `The ${community.platform} community, our` : 'Our'} partners and the review service are run by others, under their own notices.`,
    ],
  },
  {
    id: 'information-collection',
    title: 'Information we collect',
    blocks: [
      'We ask for what a course needs and no more:',
      [
        'Account: user name, e-mail address and a password, of which we keep only a one-way hash.',
        'Purchases: the purchase key or order, its date and price and the courses it opened; for the receipt your name, e-mail address and, for a company, VAT number. Card details are entered with the payment provider; they never reach our servers.',
        'Learning: which lessons you watched, where you stopped and what you finished.',
        `${community.platform}, only if you link it: your ${community.platform} account number and the roles that follow from your courses.`,
        'Security: the browser and time of each sign-in, and the network address of attempts that failed.',
        'Messages: what you write to us, and our answer.',
      ],
      'We buy no data, build no advertising profile and take no decision about you by machine alone.',
    ],
  },
  {
    id: 'use-of-information',
    title: 'Use of information, and on which ground',
    blocks: [
      [
        'To open your account, show your courses, keep your place in a lesson and answer your questions: performance of our contract with you (GDPR article 6(1)(b)).',
        'To keep accounts and invoices: a legal obligation (article 6(1)(c)), namely Belgian accounting and VAT law.',
        'To protect accounts against break-ins and sharing, and to find faults: our legitimate interest in a service that works (article 6(1)(f)). You may object.',
        `To link ${community.platform} or to show a widget of a third party: your consent (article 6(1)(a)), given by pressing the button and withdrawn whenever you like.`,
      ],
      'Without an e-mail address and a password we cannot give you an account; everything else you may leave out.',
    ],
  },
  {
    id: 'data-storage-and-security',
    title: 'Data storage and security',
    blocks: [
      `We keep your account, its progress and the kinds of browser that it was used from until you ask us to delete them. A sign-in is forgotten within sixty days, a mail that we sent thirty days after it left. Receipts and the orders behind them are kept for as long as accounting and VAT law requires, at present up to ten years. Messages are deleted two years after the last answer, records of failed sign-ins after twelve months.`,
      `Those who handle data for us do so under a contract (article 28): the hosting company, the company that delivers our mail and the payment provider. ${community.platform} is established in the United States; when you link your account, data goes there under the EU–US Data Privacy Framework or the Commission’s standard contractual clauses. We sell no data.`,
      'Connections are encrypted, passwords are stored with a slow hash, access by staff is limited to who needs it. Should a breach put you at high risk, we tell you without delay, and the authority within 72 hours.',
    ],
  },
  {
    id: 'cookies',
    title: 'Cookies',
    blocks: [
      'We set two cookies, when you sign in. One keeps you signed in. The other tells us for 180 days that this browser signed in to your account before, so that other people who guess at your password cannot keep you out. Scripts cannot read them and they are sent to us alone. They are strictly necessary for the service you asked for, so the law (article 129 of the Act of 13 June 2005 on electronic communications) asks for no banner.',
      'The player remembers speed, volume and captions in your own browser. There is no analytics, no advertising pixel and no font or script from another company. The reviews on the home page come from a third party and load only after you press their button; that company may then set cookies of its own.',
    ],
  },
  {
    id: 'your-rights',
    title: 'Your rights',
    blocks: [
      'Under the General Data Protection Regulation you may, free of charge:',
      [
        'ask which data we hold about you and receive a copy (article 15);',
        'have it corrected (article 16) or erased (article 17);',
        'have its use restricted (article 18) or object to it (article 21);',
        'receive it in a format that machines read, to take it elsewhere (article 20);',
        'withdraw a consent, without effect on what was done before.',
      ],
      `Write to ${support.email}. We answer within one month and may ask you to show that the account is yours.`,
      'You may also complain to the Belgian Data Protection Authority (Gegevensbeschermingsautoriteit / Autorité de protection des données), Rue de la Presse 35 / Drukpersstraat 35, 1000 Brussels, contact@apd-gba.be, or to the authority of the country where you live or work.',
    ],
  },
  {
    id: 'contact-us',
    title: 'Contact us',
    blocks: [
      `For anything about your data, write to ${support.email} or by post to ${company.legalName}, ${company.street}, ${company.town}, ${company.country}. When this notice changes in a way that matters, members hear of it by mail before it takes effect.`,
    ],
  },
];
