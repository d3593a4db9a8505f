// Questions and answers: eight on the FAQ page, four on the home page. Where the two pages state a
// different fact, each asks the settings for its own reading.
import { accessReading, refundDays } from '@/settings/readings';
import { site } from '@/settings/site';
import type { AccessPage } from '@/settings/site-settings';

import { dollars } from './plans';

export interface Question {
  readonly id: string;
  readonly question: string;
  readonly answer: string;
}

const { basic, premium } = site.plans;
const { fundedAccounts, discountedEvaluation } = site.partners;

function accessAnswer(page: AccessPage): string {
  return accessReading(page) === 'lifetime'
    ? 'You get lifetime access. Once a course is in your portal it stays there, lessons that we add or record again included, and you can return to any of them whenever a market makes you want to.'
    : `Access lasts for the duration of your subscription: ${basic.duration} with the ${basic.name} plan, ${premium.duration} with the ${premium.name} plan. Your portal shows the last day in words, and a new key for the same course simply extends it.`;
}

const beginners =
  'Yes. The first section assumes nothing: what a contract is, what one tick costs, why margin is not the most you can lose. If you already trade, start at the section on sizing; most people find something to repair there.';

const markets =
  'Index, energy and metal futures with their micro contracts, and the major currency pairs. The examples use contracts that a small account can carry, such as the Micro E-mini S&P 500 at $1.25 a tick.';

const refund = `You have ${refundDays('faq')} days from your purchase to ask for your money back, without a reason. Write to ${site.support.email} from the address you bought with; the full amount returns the way it came.`;

export const homeQuestions: readonly Question[] = [
  {
    id: 'access',
    question: 'How long do I have access to the course?',
    answer: accessAnswer('home'),
  },
  { id: 'beginners', question: 'Is it suitable for beginners?', answer: beginners },
  { id: 'markets', question: 'Which markets do you cover?', answer: markets },
  { id: 'refund', question: 'What if it is not for me?', answer: refund },
];

export const courseQuestions: readonly Question[] = [
  {
    id: 'access-duration',
    question: 'How long will I have access to the course?',
    answer: accessAnswer('faq'),
  },
  { id: 'suitability', question: 'Is this course suitable for beginners?', answer: beginners },
  {
    id: 'structure',
    question: 'How is the course structured?',
    answer:
      'In modules. Each has video lessons of a few minutes, written content to keep beside you, exercises with numbers to work out, and progress tracking: a lesson resumes at the second where you stopped, on any device, and finished ones are ticked.',
  },
  { id: 'markets-covered', question: 'Which markets are covered?', answer: markets },
];

export const supportQuestions: readonly Question[] = [
  { id: 'refund', question: 'Is there a money-back guarantee?', answer: refund },
  {
    id: 'support',
    question: 'What support do you provide?',
    answer: `E-mail support at ${site.support.email}, answered ${site.support.responseTime}, and the ${site.community.platform} community, where members and mentors read each other’s trades. Members of the ${premium.name} plan are answered first.`,
  },
  {
    id: 'technology',
    question: 'What technology do I need?',
    answer:
      'A browser from the last two years and a line that carries video; a phone will do for the lessons. To trade along you need a charting platform and, for practice, a broker’s simulator. A second screen is pleasant, not necessary.',
  },
  {
    id: 'prop-firms',
    question: 'Do you work with prop firms?',
    answer: `Yes, with two. ${fundedAccounts.name} offers funded accounts up to ${dollars(fundedAccounts.upToDollars)}; ${discountedEvaluation.name} gives our members ${discountedEvaluation.percentOff}% off its evaluation. Both set their own rules and fees: read the drawdown rule first, because it ends more evaluations than bad entries do. We may be paid when you sign up through our links.`,
  },
];
