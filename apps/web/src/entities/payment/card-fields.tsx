import { SimpleGrid, Text, TextInput, type TextInputProps } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { type ChangeEvent, useLayoutEffect, useRef } from 'react'
import { CardExpiryInput } from './card-expiry-input.tsx'
import classes from './card-fields.module.css'
import { cardBrandOf, caretAfterGrouping, digitsOf, groupDigits } from './card-number.ts'

interface Props extends Omit<TextInputProps, 'value' | 'onChange'> {
  value?: string
  onChange: (number: string) => void
}

/** Groups the digits as printed on the card and shows the brand. */
function CardNumberInput({ value = '', onChange, ...rest }: Props) {
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

type FieldProps = ReturnType<UseFormReturnType<Record<string, unknown>>['getInputProps']>

/** The input properties of a form's four card fields. */
export interface CardFieldProps {
  holder: FieldProps
  number: FieldProps
  /** `YYYY-MM` */
  expiry: FieldProps
  code: FieldProps
}

/** A new card. Its data must never reach a cache, storage or URL. */
export function CardFields({ holder, number, expiry, code }: CardFieldProps) {
  const digits = cardBrandOf(number.value ?? '')?.cvc ?? 3
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
      <TextInput label="Full name" withAsterisk autoComplete="cc-name" {...holder} />
      <CardNumberInput label="Card number" withAsterisk {...number} />
      <CardExpiryInput label="Expiration date" withAsterisk {...expiry} />
      <TextInput
        label="CVC"
        withAsterisk
        description={digits === 4 ? '4 digits on front of card' : 'Last 3 digits on back of card'}
        inputMode="numeric"
        autoComplete="cc-csc"
        maxLength={digits}
        classNames={{ input: classes.masked }}
        {...code}
      />
    </SimpleGrid>
  )
}
