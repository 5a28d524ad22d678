import { SegmentedControl, Select } from '@mantine/core'
import { keyFilter } from '#web/lib/url/list-filter.tsx'
import { asOneOf, type Reader } from '#web/lib/url/search-params.ts'
import { FilterPanel } from './filter-panel.tsx'

interface Option<Value> {
  value: Value
  label: string
}

/** The values with their names, in the order of the list. Values that are words need no names. */
type Names<Value extends string> = Record<Value, string | { label: string }> | readonly Value[]

function optionsOf<Value extends string>(names: Names<Value>): Option<Value>[] {
  if (Array.isArray(names)) return (names as Value[]).map((value) => ({ value, label: value }))
  const entries = Object.entries(names) as [Value, string | { label: string }][]
  return entries.map(([value, name]) => ({ value, label: typeof name === 'string' ? name : name.label }))
}

interface FieldOptions {
  label: string
  /** The text for no filter, such as `All stages`. */
  all: string
  /** Pixels. In the panel of filters the field has the width of the panel, and a visible label. */
  width: number | 'panel'
  /** Of many values, in the order of the alphabet. */
  searchable?: boolean
}

interface SelectProps<Value> extends FieldOptions {
  options: Option<Value>[]
  value: Value | undefined
  onChange: (value: Value | undefined) => void
}

const searchProps = (label: string) => ({
  searchable: true,
  nothingFoundMessage: 'No results',
  comboboxProps: { shadow: 'md', withinPortal: false },
  clearButtonProps: { 'aria-label': `Clear ${label}` },
})

/** Chooses one of a few values. */
function FilterSelect<Value>({ label, all, options, value, onChange, width, searchable }: SelectProps<Value>) {
  return (
    <Select
      {...(width === 'panel' ? { label, comboboxProps: { withinPortal: false } } : { 'aria-label': label, w: width })}
      placeholder={all}
      data={options.map((option) => ({ ...option, value: String(option.value) }))}
      value={value === undefined ? null : String(value)}
      onChange={(next) => onChange(options.find((option) => String(option.value) === next)?.value)}
      clearable
      clearButtonProps={{ 'aria-label': all }}
      {...(searchable && searchProps(label))}
    />
  )
}

interface SelectOptions<Value> extends FieldOptions {
  read: Reader<Value>
  /** A hook. */
  useOptions: () => Option<Value>[]
  /** The text of the chip, if it is not `Label: chosen option`. */
  chip?: (option: Option<Value>) => string
  /** The key of a filter that makes no sense with another value. */
  resets?: string
}

/** Filters a list by one of a few values. */
export const selectFilter = <Key extends string, Value extends string | number>(
  key: Key,
  { read, useOptions, chip, resets, ...field }: SelectOptions<Value>,
) =>
  keyFilter(key, {
    read,
    useChip: (value) => {
      const options = useOptions()
      if (value === undefined) return undefined
      const option = options.find((each) => each.value === value) ?? { value, label: `#${value}` }
      return chip ? chip(option) : `${field.label}: ${option.label}`
    },
    Field: (props) => <FilterSelect {...field} options={useOptions()} {...props} />,
    resets,
    Panel: field.width === 'panel' ? FilterPanel : undefined,
  })

interface OneOfOptions<Value extends string> extends FieldOptions {
  names: Names<Value>
  chip?: (option: Option<Value>) => string
}

/** Filters a list by one of some values with fixed names. */
export function oneOfFilter<Key extends string, Value extends string>(key: Key, { names, ...field }: OneOfOptions<Value>) {
  const options = optionsOf(names)
  if (field.searchable) options.sort((a, b) => a.label.localeCompare(b.label))
  const read = asOneOf(...options.map(({ value }) => value))
  return selectFilter<Key, Value>(key, { ...field, read, useOptions: () => options })
}

/** A switch between a few values, of which the first is on without a filter. It shows its state, so it needs no chip. */
export function switchFilter<Key extends string, Value extends string>(key: Key, label: string, names: Record<Value, string>) {
  const options = optionsOf(names)
  const [first] = options
  const read = asOneOf(...options.map(({ value }) => value))
  return keyFilter(key, {
    read,
    useChip: () => undefined,
    Field: ({ value = first?.value, onChange }) => (
      <SegmentedControl
        aria-label={label}
        data={options}
        {...(value !== undefined && { value })}
        onChange={(next) => onChange(next === first?.value ? undefined : read(next))}
      />
    ),
  })
}

/** Only links set it: it has a chip and no field. */
export const flagFilter = <Key extends string>(key: Key, chip: string) =>
  keyFilter<Key, 'true'>(key, { read: asOneOf('true'), useChip: (isOn) => isOn && chip })
