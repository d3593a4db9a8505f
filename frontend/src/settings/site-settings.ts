// The owner's values, as pages use them: the built-in ones, or those of the owner's folder, which the server writes into each page.

/** A page that states the refund term, and a page that states how long access lasts. */
export type RefundPage = 'pricing' | 'checkout' | 'faq' | 'terms';
export type AccessPage = 'home' | 'faq';

/** 'subscription': access ends with the paid term. 'lifetime': it never ends. */
export type AccessReading = 'subscription' | 'lifetime';

export type PlanKey = 'basic' | 'premium' | 'mentorship';

export interface PlanSettings {
  readonly name: string;
  /** Whole units of the currency, for the whole duration. */
  readonly price: number;
  readonly duration: string;
  readonly description: string;
  /** What buying it grants; a plan without it cannot be bought. */
  readonly opens?: PlanOpens;
}

export interface PlanOpens {
  /** Every course of a type, or the courses with these slugs. */
  readonly courses: 'futures' | 'crypto' | 'forex' | readonly string[];
  /** Months such as '3m', days such as '90d', or 'lifetime'. */
  readonly term: string;
}

export interface PartnerSettings {
  readonly name: string;
  readonly url: string;
}

export interface SiteSettings {
  readonly brand: { readonly name: string; readonly tagline: string };
  /** The first words of the home page. */
  readonly home: { readonly headline: string; readonly lead: string };
  readonly company: {
    readonly legalName: string;
    readonly street: string;
    readonly town: string;
    readonly country: string;
    readonly vatNumber: string;
  };
  readonly support: { readonly email: string; readonly responseTime: string };
  /** Without an invite there is no community on the pages. */
  readonly community: { readonly platform: string; readonly inviteUrl: string };
  readonly social: readonly {
    readonly network: 'instagram' | 'youtube' | 'x' | 'tiktok' | 'facebook';
    readonly label: string;
    readonly url: string;
  }[];
  readonly partners: {
    readonly fundedAccounts: PartnerSettings & { readonly upToDollars: number };
    readonly charts: PartnerSettings;
    readonly discountedEvaluation: PartnerSettings & { readonly percentOff: number };
  };
  readonly reviews: {
    readonly name: string;
    readonly pages: readonly { readonly label: string; readonly url: string }[];
    /** Address of the widget's frame, or empty: then the home page shows a card with a link. */
    readonly widgetUrl: string;
  };
  readonly figures: {
    readonly activeTraders: string;
    readonly successRate: string;
    readonly channels: string;
    readonly activeStudents: string;
    readonly tradingHours: string;
  };
  readonly refundDays: number | Readonly<Record<RefundPage, number>>;
  /** Within how many days of a payment a buyer may withdraw; 14 when absent. */
  readonly withdrawalDays?: number;
  readonly access: AccessReading | Readonly<Record<AccessPage, AccessReading>>;
  readonly cancellationHours: number;
  readonly minimumAge: number;
  readonly legalUpdated: string;
  readonly plans: Readonly<Record<PlanKey, PlanSettings>>;
  /** Three small letters (ISO 4217). */
  readonly currency: string;
  readonly vat: {
    readonly percent: number;
    /** Whether the prices include the tax. */
    readonly included: boolean;
    /** Whether a business of another EU country pays without VAT and accounts for it itself. */
    readonly reverseCharge: boolean;
  };
  /** What buying a single course grants: '3m', '90d' or 'lifetime'. */
  readonly courseTerm: string;
  readonly catalogue: { readonly show: boolean };
}
