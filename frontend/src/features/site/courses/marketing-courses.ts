// The copy of the two course pages. Numbers in the lessons are facts of the contracts that they name.
import type { MarketingCourse } from '@/lib/paths';

import { courseTitles, type CourseTitle } from './course-titles';

export interface CourseCopy extends CourseTitle {
  readonly line: string;
  readonly overview: readonly string[];
  readonly highlights: readonly { readonly figure: string; readonly text: string }[];
  readonly lessons: readonly { readonly title: string; readonly text: string }[];
  readonly closing: { readonly title: string; readonly text: string };
}

const futures: CourseCopy = {
  ...courseTitles.futures,
  line: 'One contract, one session, one plan: index futures from the first tick to the daily settlement.',
  overview: [
    'A futures contract is a small machine with a fixed gearing: so many dollars for each tick, so much margin for each night. Most losses of a first year come from not knowing that gearing. The course starts there and does not leave it.',
    'After that comes the day. The overnight range, the bell, the first half hour, the quiet middle, the close: each has its habits, and each lesson takes one of them, with the chart unfolding candle by candle and the decision made before the answer is shown.',
  ],
  highlights: [
    {
      figure: '$1.25',
      text: 'One tick of the Micro E-mini S&P 500: a quarter point, at five dollars a point. You will know this figure for every contract you touch.',
    },
    {
      figure: '15:30',
      text: 'Brussels time, when New York opens. The live sessions are built around the half hour before it and the hour after.',
    },
    {
      figure: '2 : 1',
      text: 'The least that a target must pay for its risk in our exercises, costs included. Below that, the exercise is to pass.',
    },
  ],
  lessons: [
    {
      title: 'What a contract obliges you to',
      text: 'Expiry, settlement in cash or goods, rolling to the next month, and who stands on the other side.',
    },
    {
      title: 'Ticks, points and dollars',
      text: 'From a distance on the chart to an amount in your account, for ES, NQ, CL, GC and their micros.',
    },
    {
      title: 'Margin and the daily settlement',
      text: 'Initial, maintenance and day-trading margin, and why a margin call is a letter you should never get.',
    },
    {
      title: 'The session and its levels',
      text: 'Overnight high and low, yesterday’s settlement, the opening range: how to mark them and when they stop mattering.',
    },
    {
      title: 'Orders that do what you meant',
      text: 'Market, limit, stop and bracket orders, slippage around the news, and what an exchange halt does to them.',
    },
    {
      title: 'Size, stop and journal',
      text: 'Contracts from the distance to your stop, a loss limit for the day, and a journal that takes three minutes.',
    },
  ],
  closing: {
    title: 'The next open comes anyway',
    text: 'Meet it with a level, a size and a reason, or leave it alone.',
  },
};

const forex: CourseCopy = {
  ...courseTitles.forex,
  line: 'Two currencies, three sessions, one price: what moves a pair, and when it is worth being there.',
  overview: [
    'A currency pair is a difference of opinion about two economies, priced around the clock by banks. It has no opening bell and no single exchange, so the first thing to learn is where the price comes from, and at which hours it means something.',
    'The course then works on what is particular to currencies: value per pip that changes with the pair, interest that is paid or charged overnight, releases that move everything within a second, and positions that look like three trades but are one.',
  ],
  highlights: [
    {
      figure: '$10',
      text: 'One pip of a standard lot of EUR/USD: 100,000 euro, 0.0001 dollar. A micro lot is ten cents, which is where exercises start.',
    },
    {
      figure: '14–18 h',
      text: 'Brussels time, when London and New York are both at their desks and spreads are at their narrowest.',
    },
    {
      figure: '22:59',
      text: 'A minute before the rollover at five in New York. What you still hold now earns or pays the swap.',
    },
  ],
  lessons: [
    {
      title: 'How a pair is quoted',
      text: 'Base and quote currency, bid and ask, pips and fractions, and the spread as the first cost of a trade.',
    },
    {
      title: 'Lots, pips and leverage',
      text: 'Pip value in your own currency, and why leverage of 30 to 1 is a limit and not a suggestion.',
    },
    {
      title: 'Three sessions, two overlaps',
      text: 'Asia’s range, London’s break, New York’s second opinion: when a level is tested and when it only drifts.',
    },
    {
      title: 'Rates, releases and the calendar',
      text: 'Central banks, inflation and payrolls: what is expected, what is priced, and when to stand aside.',
    },
    {
      title: 'Carry and swap points',
      text: 'Why holding one pair pays and another costs, what the triple swap on Wednesday is, and when carry unwinds.',
    },
    {
      title: 'Correlation and total risk',
      text: 'Long EUR/USD and short USD/CHF is nearly one trade. Add up what a single dollar move would cost you.',
    },
  ],
  closing: {
    title: 'Know the hour before the pair',
    text: 'The same setup is a plan at two in the afternoon and a coin toss at ten at night.',
  },
};

export const marketingCourses: Readonly<Record<MarketingCourse, CourseCopy>> = { futures, forex };
