import type { ReactNode } from 'react'
import type { Reader } from './search-params.ts'

export interface FieldProps<Values extends object> {
  filter: Values
  /** Changes filters and goes back to the first page. Undefined removes a filter. */
  change: (part: Partial<Values>) => void
}

/** One filter of a list: its keys in the URL, its chip and its field. */
export interface ListFilter<Values extends object = object> {
  keys: { [Key in keyof Values]-?: Reader<NonNullable<Values[Key]>> }
  /** A hook. The text of the chip; falsy while the filter is off, or if its field shows it. */
  useChip(filter: Values): string | 0 | undefined
  /** Next to the search, or in `Panel`. Without it only links set the filter. */
  Field?(props: FieldProps<Values>): ReactNode
  /** The popover that has the field, together with those of the other filters. */
  Panel?: (props: { on: number; children: ReactNode }) => ReactNode
}

/** A filter with one key. */
export type FilterBy<Key extends string, Value> = ListFilter<{ [K in Key]?: Value | undefined }>

interface KeyFilter<Value> {
  read: Reader<Value>
  useChip: (value: Value | undefined) => string | 0 | undefined
  Field?: (props: { value: Value | undefined; onChange: (next: Value | undefined) => void }) => ReactNode
  /** The key of a filter that makes no sense with another value. */
  resets?: string | undefined
  Panel?: ListFilter['Panel']
}

/** Makes a filter with one key. `useChip` is a hook. */
export function keyFilter<Key extends string, Value>(key: Key, { read, useChip, Field, resets, Panel }: KeyFilter<Value>) {
  type Values = { [K in Key]?: Value | undefined }
  const filter = {
    keys: { [key]: read },
    useChip: (values: Values) => useChip(values[key]),
    Field:
      Field &&
      (({ filter: values, change }: FieldProps<Values>) => (
        <Field
          value={values[key]}
          onChange={(next) => change({ [key]: next, ...(resets && { [resets]: undefined }) } as Values)}
        />
      )),
    Panel,
  }
  return filter as FilterBy<Key, Value>
}

type ValuesOfOne<Filter> = Filter extends ListFilter<infer Values> ? (values: Values) => void : never

/** The values of several filters together. */
export type ValuesOf<Filters extends readonly ListFilter[]> =
  ValuesOfOne<Filters[number]> extends (values: infer Values) => void ? Values & object : object

/** The same filter, with a field for some readers only. `useIsShown` is a hook. */
export function withFieldFor<Values extends object>(
  useIsShown: () => boolean,
  { Field, ...filter }: ListFilter<Values>,
): ListFilter<Values> {
  const ShownField = (props: FieldProps<Values>) => {
    const isShown = useIsShown()
    return isShown && Field && <Field {...props} />
  }
  return { ...filter, Field: ShownField }
}

/** The same filter for links only. */
export const withoutField = <Values extends object>({ keys, useChip }: ListFilter<Values>): ListFilter<Values> => ({
  keys,
  useChip,
})
