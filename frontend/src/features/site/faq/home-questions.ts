// The home page's questions (the first of the owner's FAQ, or four), and the answers that it shares with the FAQ page. Where the two pages state a fact
// differently, the settings have a value for each.
import { accessReading, refundDays } from '@/settings/readings';
import { site } from '@/settings/own-site';
import type { AccessPage } from '@/settings/site-settings';

export interface Question {
  readonly id: string;
  readonly question: string;
  /** Plain. */
  readonly answer: string;
  /** The owner's answer as safe HTML. */
  readonly html?: string;
}

const { basic, premium } = site.plans;

export function accessAnswer(page: AccessPage): string {
  return accessReading(page) === 'lifetime'
    ? 'You get lifetime access. Once a course is in your portal it stays there, lessons that we add or record again included, and you can return to any of them whenever a market makes you want to.'
    : `Access lasts for the duration of your subscription: ${basic.duration} with the ${basic.name} plan, ${premium.duration} with the ${premium.name} plan. Your portal shows the last day in words, and a new key for the same course simply extends it.`;
}

export const beginners =
  'Yes. The first section assumes nothing: what a contract is, what one tick costs, why margin is not the most you can lose. If you already trade, start at the section on sizing; most people find something to repair there.';

export const markets =
  'Index, energy and metal futures with their micro contracts, and the major currency pairs. The examples use contracts that a small account can carry, such as the Micro E-mini S&P 500 at $1.25 a tick.';

export const refund = `You have ${refundDays('faq')} days from your purchase to ask for your money back, without a reason. Write to ${site.support.email} from the address you bought with; the full amount returns the way it came.`;

const builtIn: readonly Question[] = [
  {
    id: 'access',
    question: 'How long do I have access to the course?',
    answer: accessAnswer('home'),
  },
  { id: 'beginners', question: 'Is it suitable for beginners?', answer: beginners },
  { id: 'markets', question: 'Which markets do you cover?', answer: markets },
  { id: 'refund', question: 'What if it is not for me?', answer: refund },
];

export const homeQuestions: readonly Question[] =
  site.homeQuestions.length > 0 ? site.homeQuestions : builtIn;
