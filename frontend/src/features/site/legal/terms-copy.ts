// The terms of sale and use, under Belgian law: Code of Economic Law (CEL) books VI and XII. The article
// numbers are for the lawyer who completes them.
import { currencyName, hasCommunity, refundDays, withdrawalDays } from '@/settings/readings';
import { site } from '@/settings/own-site';

import type { LegalSection } from './legal-text';

const { brand, company, support, community } = site;

/** A paragraph where there is a community. */
const ofCommunity = (text: string) => (hasCommunity() ? [text] : []);
const currency = currencyName();

export const termsSections: readonly LegalSection[] = [
  {
    id: 'agreement',
    title: 'Agreement',
    blocks: [
      `These terms are the contract between you and ${company.legalName}, ${company.street}, ${company.town}, ${company.country}, enterprise and VAT number ${company.vatNumber} (“we”, trading as ${brand.name}). They apply when you create an account, buy a course or a plan, or use the portal. You accept them by ticking the box at checkout or by registering; you can save or print them from this page.`,
      'We may change them for the future. A change that affects a running plan is announced by mail at least thirty days ahead, and you may then end the plan without cost.',
    ],
  },
  {
    id: 'eligibility',
    title: 'Eligibility',
    blocks: [
      `You must be at least ${site.minimumAge} years old and able to enter into a contract. You are responsible for knowing whether trading futures, currencies or crypto-assets is allowed to you where you live.`,
    ],
  },
  {
    id: 'account-responsibilities',
    title: 'Account responsibilities',
    blocks: [
      [
        'An account is for a single user. Do not share its credentials, and do not let others watch through it.',
        'Give an e-mail address that you read: invoices and password resets go there.',
        'Tell us at once when you think that another person is using your account. You can sign out every device from the account page.',
      ],
      'When an account is shared or attacked we may block it, after a warning where that is possible. Blocking for good is for serious or repeated breach, and you may answer first.',
      ...ofCommunity(
        `The ${community.platform} community is part of the service. Its rules are short: no signals for sale, no promises of profit, no abuse.`,
      ),
    ],
  },
  {
    id: 'content-and-intellectual-property',
    title: 'Content and intellectual property',
    blocks: [
      'Lessons, drawings, texts and software belong to us or to those who licensed them to us. For as long as your access lasts you may watch and use them for your own study. You may not copy, record, publish, resell or teach from them, nor use them to train software, beyond the exceptions of book XI of the Code of Economic Law.',
      ...ofCommunity(
        'What you post in the community remains yours; you let us and the other members read and quote it there.',
      ),
    ],
  },
  {
    id: 'payment-terms',
    title: 'Payment terms',
    blocks: [
      `Prices are ${site.vat.included ? 'total prices' : 'prices'} in ${currency}, ${site.vat.included ? 'taxes included' : `to which the checkout adds ${site.vat.percent}% VAT`}, for the duration named beside them. You pay in ${currency}; your bank or card company sets the rate of your own currency and may charge for it. Access opens as soon as the payment is confirmed.`,
      `Cancellation: a plan that renews can be cancelled at any time, at the latest ${site.cancellationHours} hours before the next billing cycle. Access then runs to the end of the period that is paid.`,
      `Refund: within ${refundDays('terms')} days of your first purchase of a course or plan we return the full price on request, without a reason, the way you paid. Write to ${support.email}. We pay within fourteen days of your request.`,
      `Right of withdrawal: a consumer who buys at a distance may withdraw from the contract within fourteen days without giving a reason (article VI.47 CEL). We grant ${withdrawalDays()} days from the payment to every buyer, also after you have started to watch: we do not make use of the exception for digital content (article VI.53, 13° CEL).`,
      `How to withdraw: the words “Withdraw from contract here” stand at the foot of every page and, for as long as you may withdraw, beside the order in your account. The first step says which contract you mean; the second, “Confirm withdrawal”, makes the withdrawal. Without an account the second step is behind a link that we mail to the address of the order. You get a receipt with the date and time by mail at once. The whole price goes back the way you paid, with a credit note, within fourteen days at the latest; the access that the order opened ends with the withdrawal, also for those to whom you gave its purchase keys. You may also write to ${support.email}.`,
      'The legal guarantee of conformity for digital content and digital services (articles 1701/1 and following of the old Civil Code) applies to every course.',
    ],
  },
  {
    id: 'disclaimers',
    title: 'Disclaimers',
    blocks: [
      'Everything here is education. It is not financial advice, not an investment recommendation and not an offer: we do not know your means, and we hold no licence of the Financial Services and Markets Authority (FSMA) to advise you.',
      'Trading with leverage can lose more than the margin you put down, and most retail traders lose money. Examples are drawn or simulated unless they say otherwise; results of the past, ours or a member’s, promise nothing. Decide for yourself, with money that you can afford to lose.',
      'Partners that we link to act for themselves. We may be paid for a referral; it does not change what you pay.',
    ],
  },
  {
    id: 'limitation-of-liability',
    title: 'Limitation of liability',
    blocks: [
      'We answer for what we promised: that courses can be watched for the agreed time and are what they were described to be. We do not answer for trading losses, for missed profit or for outages of networks and services that are not ours.',
      'Towards a consumer nothing here limits liability for intent, for gross negligence, for harm to life or health, for failing an essential obligation of the contract, or any right that the law gives you (article VI.83 CEL). Towards a business, liability ends at the price paid in the twelve months before.',
      'Belgian law governs these terms. A consumer keeps the protection of the mandatory law of the country of residence and may sue at home. Before a court you may turn to the Consumer Mediation Service, Boulevard du Roi Albert II 8 box 1, 1000 Brussels, mediationconsommateur.be.',
    ],
  },
  {
    id: 'contact-us',
    title: 'Contact us',
    blocks: [
      `Questions and complaints go to ${support.email}, answered ${support.responseTime}, or by post to ${company.legalName}, ${company.street}, ${company.town}, ${company.country}.`,
    ],
  },
];
