import { PasswordInput, type PasswordInputProps } from '@mantine/core'

/** A password that can be looked at, and that password managers understand. */
export function PasswordField({ autoComplete = 'current-password', description, ...rest }: PasswordInputProps) {
  return (
    <PasswordInput
      {...rest}
      // What is wrong takes the place of what is asked for: often it says the same.
      description={rest.error ? undefined : description}
      autoComplete={autoComplete}
      spellCheck={false}
      autoCapitalize="none"
      visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password', tabIndex: 0 }}
    />
  )
}
