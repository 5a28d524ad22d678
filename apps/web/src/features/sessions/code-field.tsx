import { TextInput, type TextInputProps } from '@mantine/core'

/** Input for a code of an authenticator app, with autofill, or for a recovery code. */
export function CodeField({ recovery, ...rest }: TextInputProps & { recovery: boolean }) {
  return (
    <TextInput
      label={recovery ? 'Recovery code' : 'Code'}
      description={recovery ? 'One of your saved codes. Each code works once.' : 'The 6 digits in your authenticator app'}
      autoComplete={recovery ? 'off' : 'one-time-code'}
      inputMode={recovery ? 'text' : 'numeric'}
      autoCapitalize={recovery ? 'characters' : 'none'}
      spellCheck={false}
      required
      withAsterisk={false}
      {...rest}
    />
  )
}
