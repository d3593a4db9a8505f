// The four benefits, as hours of one day.
import { Container } from '@/ui/container';

import { SectionHeading } from '../section-heading';
import { tradingDay } from './trading-day-copy';

export function TradingDay() {
  return (
    <section className="py-16 lg:py-24">
      <Container className="grid gap-10 lg:grid-cols-[4fr_8fr]">
        <SectionHeading
          title="What you get, hour by hour"
          className="lg:sticky lg:top-24 lg:self-start"
        >
          A course is worth what it changes about your day. This one changes four hours of it.
          Brussels time.
        </SectionHeading>
        <ol className="border-t border-line">
          {tradingDay.map(({ time, title, text }) => (
            <li
              key={time}
              className="grid gap-x-8 gap-y-2 border-b border-line py-8 sm:grid-cols-[7rem_1fr]"
            >
              <time dateTime={time} className="display text-2xl text-accent figures">
                {time}
              </time>
              <div className="max-w-prose">
                <h3 className="text-xl">{title}</h3>
                <p className="mt-2 text-ink-muted">{text}</p>
              </div>
            </li>
          ))}
        </ol>
      </Container>
    </section>
  );
}
