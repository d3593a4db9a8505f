// The copy of the benefits, of which the last is the community's. Times are Brussels time on a day of a New York session.
import { site } from '@/settings/own-site';
import { hasCommunity } from '@/settings/readings';

export interface DayEntry {
  readonly time: string;
  readonly title: string;
  readonly text: string;
}

const all: readonly DayEntry[] = [
  {
    time: '07:30',
    title: 'Read the night first',
    text: 'Lessons begin with what has already happened: the overnight range, yesterday’s settlement, the news that is due. You draw your levels while the market is quiet.',
  },
  {
    time: '14:45',
    title: 'Size it before you take it',
    text: 'Every setup comes with its arithmetic: stop in ticks, dollars a contract, contracts for your account. When the answer is zero, the lesson says so: no trade.',
  },
  {
    time: '15:30',
    title: 'Watch the open together',
    text: 'Live sessions around the New York bell. The plan is written down before it, and read against what price did after it.',
  },
  {
    time: '22:15',
    title: 'Review the losers too',
    text: `The ${site.community.platform} channels are open around the clock. Post the trade, the reason and the stop, and get an answer about the decision rather than the outcome.`,
  },
];

export const tradingDay: readonly DayEntry[] = hasCommunity() ? all : all.slice(0, -1);
