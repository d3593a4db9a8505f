// The plans compared in a table, which scrolls in its own box on a narrow screen.
import { Check, Minus } from 'lucide-react';

import { monthsOf, plans, price as priceOf } from '@/settings/plans';

/** The price per month, such as `$140`. */
const monthly = (price: number, months: number) => priceOf(Math.round(price / months));

const ROWS: readonly { label: string; cells: readonly (string | boolean)[] }[] = [
  {
    label: 'Price',
    cells: plans.map((plan) => `${priceOf(plan.price)} per ${plan.per}`),
  },
  {
    label: 'Comes to, each month',
    cells: plans.map((plan) => monthly(plan.price, monthsOf(plan.duration))),
  },
  { label: 'Complete futures trading course', cells: [true, true, false] },
  { label: 'Live trading sessions', cells: [true, 'Weekly', false] },
  { label: 'Community chat', cells: [true, 'With mentors', 'Senior traders'] },
  { label: 'Email support', cells: [true, 'Priority', false] },
  { label: 'Trade review and feedback', cells: [false, false, 'Weekly, 1-on-1'] },
  { label: 'Personalized strategy', cells: [false, false, true] },
];

function Cell({ value }: { value: string | boolean }) {
  if (typeof value === 'string') return <span>{value}</span>;
  const Icon = value ? Check : Minus;
  return (
    <>
      <Icon aria-hidden size={20} className={value ? 'text-accent' : 'text-ink-muted'} />
      <span className="sr-only">{value ? 'Included' : 'Not included'}</span>
    </>
  );
}

export function PlanTable() {
  return (
    <div
      className="relative overflow-x-auto"
      // Focusable, so that the keyboard can scroll it.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      role="region"
      aria-label="Plans compared"
    >
      <table className="w-full min-w-88 table-fixed border-collapse text-left text-xs figures sm:text-sm">
        <thead>
          <tr className="border-b border-ink">
            <th scope="col" className="w-1/3 sm:w-2/5">
              <span className="sr-only">What is compared</span>
            </th>
            {plans.map((plan) => (
              <th
                key={plan.key}
                scope="col"
                className="px-1 py-3 align-bottom font-semibold sm:px-3"
              >
                <span>{plan.name}</span>
                {plan.button === null && (
                  <span className="block font-normal text-ink-muted">Coming Soon</span>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {ROWS.map(({ label, cells }) => (
            <tr key={label} className="border-b border-line">
              <th scope="row" className="py-3 pr-3 font-normal">
                {label}
              </th>
              {cells.map((value, index) => (
                <td key={plans[index]?.key} className="px-1 py-3 sm:px-3">
                  <Cell value={value} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
