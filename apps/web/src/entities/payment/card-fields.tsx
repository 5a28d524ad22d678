import { SimpleGrid, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { CardExpiryInput } from './card-expiry-input.tsx'
import classes from './card-fields.module.css'
import { cardBrandOf } from './card-number.ts'
import { CardNumberInput } from './card-number-input.tsx'

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
