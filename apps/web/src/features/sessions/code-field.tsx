import { Anchor, TextInput, type TextInputProps } from '@mantine/core'

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

interface SwitchProps {
  recovery: boolean
  onTurn: () => void
}

/** Turns between a code of the app and a recovery code. */
export const RecoverySwitch = ({ recovery, onTurn }: SwitchProps) => (
  <Anchor component="button" type="button" size="sm" style={{ alignSelf: 'flex-start' }} onClick={onTurn}>
    {recovery ? 'Use a code from the app' : 'Use a recovery code'}
  </Anchor>
)
