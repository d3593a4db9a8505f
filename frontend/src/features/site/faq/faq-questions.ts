// The questions of the FAQ page: the owner's, or eight.
import { dollars } from '@/settings/plans';
import { hasCommunity, withdrawalDays } from '@/settings/readings';
import { site } from '@/settings/own-site';

import { ownText } from '../own-text/own-text';
import { accessAnswer, beginners, markets, refund, type Question } from './home-questions';

const withdrawal = `Within ${withdrawalDays()} days of paying you can also do it yourself: “Withdraw from contract here” at the foot of every page, or beside the order in your account, takes two steps, sends a receipt by mail, gives the whole price back and ends the access.`;

const { premium } = site.plans;
const { fundedAccounts, discountedEvaluation } = site.partners;

const courseQuestions: readonly Question[] = [
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

const supportQuestions: readonly Question[] = [
  { id: 'refund', question: 'Is there a money-back guarantee?', answer: `${refund} ${withdrawal}` },
  {
    id: 'support',
    question: 'What support do you provide?',
    answer: `E-mail support at ${site.support.email}, answered ${site.support.responseTime}${hasCommunity() ? `, and the ${site.community.platform} community, where members and mentors read each other’s trades` : ''}. Members of the ${premium.name} plan are answered first.`,
  },
  {
    id: 'technology',
    question: 'What technology do I need?',
    answer:
      'A browser from the last two years and a line that carries video; a phone will do for the lessons. To trade along you need a charting platform and, for practice, a broker’s simulator. A second screen is pleasant, not necessary.',
  },
  ...propFirms(),
];

/** The partners that have a link. */
function propFirms(): Question[] {
  const offers = [
    fundedAccounts.url !== '' &&
      `${fundedAccounts.name} offers funded accounts up to ${dollars(fundedAccounts.upToDollars)}`,
    discountedEvaluation.url !== '' &&
      `${discountedEvaluation.name} gives our members ${discountedEvaluation.percentOff}% off its evaluation`,
  ].filter((offer) => offer !== false);
  if (offers.length === 0) return [];
  const [count, rules] = offers.length === 2 ? ['two', 'Both set their'] : ['one', 'It sets its'];
  return [
    {
      id: 'prop-firms',
      question: 'Do you work with prop firms?',
      answer: `Yes, with ${count}. ${offers.join('; ')}. ${rules} own rules and fees: read the drawdown rule first, because it ends more evaluations than bad entries do. We may be paid when you sign up through our links.`,
    },
  ];
}

interface QuestionGroup {
  readonly title: string;
  readonly questions: readonly Question[];
}

const builtIn: readonly QuestionGroup[] = [
  { title: 'Course Information', questions: courseQuestions },
  { title: 'Support & Community', questions: supportQuestions },
];

/** To be called once the owner's text is loaded. */
export function questionGroups(): readonly QuestionGroup[] {
  return ownText('faq') ?? builtIn;
}
