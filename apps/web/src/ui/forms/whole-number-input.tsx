import { NumberInput, type NumberInputProps } from '@mantine/core'

/** A number without a fraction and a sign. */
export const WholeNumberInput = (props: NumberInputProps) => (
  <NumberInput allowDecimal={false} allowNegative={false} inputMode="numeric" {...props} />
)
