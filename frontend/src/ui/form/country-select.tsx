// The countries by their English names. A native list: typed letters find a name, a phone shows its own picker, and browsers fill it in.
import { useState, type ComponentPropsWithRef } from 'react';

import { countries } from '@/lib/format/countries';

import { inputStyle } from './input-style';

interface CountrySelectProps extends Omit<
  ComponentPropsWithRef<'select'>,
  'children' | 'className'
> {
  /** Of the entry without a country. */
  none: string;
}

export function CountrySelect({ none, ...rest }: CountrySelectProps) {
  const [options] = useState(countries);
  return (
    <select {...rest} autoComplete="country" className={inputStyle}>
      <option value="">{none}</option>
      {options.map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </select>
  );
}
