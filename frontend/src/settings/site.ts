// The built-in site: what every page shows until the owner's folder says otherwise (docs/site.md). The server has the same values in
// outbound/src/site/site.toml; a test holds the two equal.
import type { SiteSettings } from './site-settings';

export const builtInSite: SiteSettings = {
  brand: {
    name: 'Before the Bell',
    tagline: 'Futures and forex, taught before the open',
  },

  home: {
    headline: 'Know your trade before the bell',
    lead: 'Video courses in futures and forex, live sessions around the New York open, and a community that asks about your stop before it asks about your profit.',
  },

  company: {
    legalName: '[Company name] BV',
    street: '[Street and number]',
    town: '[Postcode and town]',
    country: 'Belgium',
    vatNumber: 'BE 0000.000.000',
  },

  support: {
    email: 'support@example.com',
    responseTime: 'typically within 24 hours',
  },

  community: {
    platform: 'Discord',
    inviteUrl: 'https://community.example/invite',
  },

  social: [
    { network: 'instagram', label: 'Instagram', url: 'https://instagram.example/your-account' },
    { network: 'youtube', label: 'YouTube', url: 'https://youtube.example/your-channel' },
    { network: 'x', label: 'X', url: 'https://x.example/your-account' },
  ],

  partners: {
    fundedAccounts: {
      name: 'Example Prop Firm',
      url: 'https://prop-firm.example/?partner=your-code',
      upToDollars: 400_000,
    },
    charts: {
      name: 'Example Charts',
      url: 'https://charts.example/?affiliate=your-code',
    },
    discountedEvaluation: {
      name: 'Example Funding',
      url: 'https://funding.example/signup?code=your-code',
      percentOff: 10,
    },
  },

  reviews: {
    name: 'Example Reviews',
    pages: [
      { label: 'Dutch/Belgium', url: 'https://nl.reviews.example/your-company' },
      { label: 'English/UK', url: 'https://en.reviews.example/your-company' },
    ],
    // The frame of your review service, for instance 'https://widget.reviews.example/your-company'.
    // It is loaded only after a visitor asks for it.
    widgetUrl: '',
  },

  figures: {
    activeTraders: '1000+',
    successRate: '85%',
    channels: '24/7',
    activeStudents: '5,000+',
    tradingHours: '1,000+',
  },

  // The published pages disagree: pricing, checkout and FAQ promise 14 days, the terms 30.
  refundDays: { pricing: 14, checkout: 14, faq: 14, terms: 30 },

  // Within how many days of a payment a buyer may withdraw from the contract on /withdraw or in the account, counted to the second.
  withdrawalDays: 14,

  // The home page says that access lasts as long as the subscription, the FAQ says for life.
  access: { home: 'subscription', faq: 'lifetime' },

  cancellationHours: 24,
  minimumAge: 18,
  legalUpdated: 'March 25, 2025',

  // What the pages show and what the checkout charges. `opens` is what a buyer gets: every course of a
  // type, or the courses with the slugs of a list, and for how long. A plan without it cannot be bought.
  plans: {
    basic: {
      name: '3-Month Access',
      price: 300,
      duration: '3 months',
      description: 'Basic futures trading course',
      opens: { courses: 'futures', term: '3m' },
    },
    premium: {
      name: '6-Month Access',
      price: 420,
      duration: '6 months',
      description: 'Premium trading experience',
      opens: { courses: 'futures', term: '6m' },
    },
    mentorship: {
      name: '1-on-1 Mentorship',
      price: 250,
      duration: '1 month',
      description: 'Personal trading guidance',
    },
  },

  currency: 'usd',

  // Belgium's rate. What applies to you is a question for your accountant.
  vat: { percent: 21, included: true, reverseCharge: false },

  // What buying one course by itself grants.
  courseTerm: 'lifetime',

  // Whether imported courses stand on the public courses page.
  catalogue: { show: false },
};
