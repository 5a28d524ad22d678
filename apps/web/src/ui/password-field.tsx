import { PasswordInput, type PasswordInputProps } from '@mantine/core'

/** A password that can be looked at, and that password managers understand. */
export function PasswordField({ autoComplete = 'current-password', ...rest }: PasswordInputProps) {
  return (
    <PasswordInput
      {...rest}
      autoComplete={autoComplete}
      spellCheck={false}
      autoCapitalize="none"
      visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password', tabIndex: 0 }}
    />
  )
}
