import { Text, TextInput, type TextInputProps } from '@mantine/core'
import { type ChangeEvent, useLayoutEffect, useRef } from 'react'
import { cardBrandOf, caretAfterGrouping, digitsOf, groupDigits } from './card-number.ts'

interface Props extends Omit<TextInputProps, 'value' | 'onChange'> {
  value?: string
  onChange: (number: string) => void
}

/** Groups the digits as printed on the card and shows the brand. */
export function CardNumberInput({ value = '', onChange, ...rest }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const caret = useRef<number>(undefined)
  const type = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const before = digitsOf(currentTarget.value.slice(0, currentTarget.selectionStart ?? undefined)).length
    const next = groupDigits(currentTarget.value)
    caret.current = caretAfterGrouping(next, before)
    onChange(next)
  }
  useLayoutEffect(() => {
    if (caret.current === undefined || document.activeElement !== input.current) return
    input.current?.setSelectionRange(caret.current, caret.current)
    caret.current = undefined
  })
  const brand = cardBrandOf(value)?.name
  return (
    <TextInput
      {...rest}
      ref={input}
      value={value}
      onChange={type}
      inputMode="numeric"
      autoComplete="cc-number"
      rightSectionWidth={brand ? 'auto' : undefined}
      rightSection={
        brand && (
          <Text size="xs" c="dimmed" pr="sm" aria-live="polite">
            {brand}
          </Text>
        )
      }
    />
  )
}
