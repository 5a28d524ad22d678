import { NumberInput, type NumberInputProps } from '@mantine/core'

/** An amount in dollars. */
export const DollarInput = (props: NumberInputProps) => (
  <NumberInput withAsterisk prefix="$" decimalScale={2} thousandSeparator="," {...props} />
)
