import { Loader, TextInput, type TextInputProps } from '@mantine/core'
import { EMAIL_TAKEN, useEmailTaken } from '#web/entities/user/use-email-taken.ts'

interface Props extends TextInputProps {
  /** False while the field is folded away, and nobody needs to know. */
  isAsked?: boolean
}

/** Checks while typing that no account uses this email. */
export function EmailField({ label = 'Email', error, isAsked = true, ...rest }: Props) {
  const { taken, looking } = useEmailTaken(String(rest.value ?? ''), isAsked)
  return (
    <TextInput
      {...rest}
      label={label}
      withAsterisk
      type="email"
      inputMode="email"
      autoCapitalize="none"
      spellCheck={false}
      rightSection={looking ? <Loader size={16} role="status" aria-label="Checking this email" /> : null}
      error={error ?? (taken ? EMAIL_TAKEN : undefined)}
    />
  )
}
