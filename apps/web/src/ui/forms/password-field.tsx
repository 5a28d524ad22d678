import { TextInput, type TextInputProps, UnstyledButton } from '@mantine/core'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { useState } from 'react'
import classes from './password-field.module.css'

/** A password field that can show its text and works with password managers. A third of the code of Mantine's PasswordInput. */
export function PasswordField({ autoComplete = 'current-password', description, ...rest }: TextInputProps) {
  const [isShown, setShown] = useState(false)
  const Shown = isShown ? IconEyeOff : IconEye
  return (
    <TextInput
      {...rest}
      type={isShown ? 'text' : 'password'}
      // The error replaces the description, because they often say the same.
      description={rest.error ? undefined : description}
      autoComplete={autoComplete}
      spellCheck={false}
      autoCapitalize="none"
      rightSection={
        <UnstyledButton
          className={classes.toggle}
          aria-label="Show or hide password"
          aria-pressed={isShown}
          onClick={() => setShown(!isShown)}
        >
          <Shown size={18} stroke={1.7} aria-hidden />
        </UnstyledButton>
      }
    />
  )
}
