import { Select } from '@mantine/core'

interface Props<Value extends string> {
  label: string
  /** The text for no filter, such as `All stages`. */
  all: string
  options: { value: Value; label: string }[]
  value: Value | undefined
  onChange: (value: Value | undefined) => void
  /** Pixels. In a panel of filters the field has the width of the panel, and a visible label. */
  width: number | 'panel'
}

/** Filters a list by one of a few values. */
export function FilterSelect<Value extends string>({ label, all, options, value, onChange, width }: Props<Value>) {
  return (
    <Select
      {...(width === 'panel' ? { label, comboboxProps: { withinPortal: false } } : { 'aria-label': label, w: width })}
      placeholder={all}
      data={options}
      value={value ?? null}
      onChange={(next) => onChange(options.find((option) => option.value === next)?.value)}
      clearable
      clearButtonProps={{ 'aria-label': all }}
    />
  )
}
