import { PasswordInput, type PasswordInputProps } from '@mantine/core'

/** A password field that can show its text and works with password managers. */
export function PasswordField({ autoComplete = 'current-password', description, ...rest }: PasswordInputProps) {
  return (
    <PasswordInput
      {...rest}
      // The error replaces the description, because they often say the same.
      description={rest.error ? undefined : description}
      autoComplete={autoComplete}
      spellCheck={false}
      autoCapitalize="none"
      visibilityToggleButtonProps={{ 'aria-label': 'Show or hide password', tabIndex: 0 }}
    />
  )
}
