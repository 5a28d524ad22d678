import { Text, type TextInputProps, VisuallyHidden } from '@mantine/core'
import { useEffect, useState } from 'react'
import classes from './new-password-field.module.css'
import { PasswordField } from './password-field.tsx'

const levels = ['Very weak', 'Weak', 'Fair', 'Good', 'Strong'] as const
const MIN_LENGTH = 8

interface Estimate {
  password: string
  score: number
}

/** Undefined until the estimator is loaded, or if it cannot be loaded. The server decides in any case. */
function useStrength(password: string, ownWords: string[]): number | undefined {
  const [estimate, setEstimate] = useState<Estimate>()
  const words = ownWords.join('\n')
  useEffect(() => {
    if (password === '') return
    let current = true
    void import('#web/lib/forms/password-strength.ts')
      .then(({ passwordStrength }) => current && setEstimate({ password, score: passwordStrength(password, words.split('\n')) }))
      .catch(() => undefined)
    return () => {
      current = false
    }
  }, [password, words])
  return estimate?.password === password ? estimate.score : undefined
}

function Strength({ password, ownWords }: { password: string; ownWords: string[] }) {
  const score = useStrength(password, ownWords)
  const isShort = password.length < MIN_LENGTH
  if (password === '' || (score === undefined && !isShort)) return null
  const level = isShort ? 0 : (score ?? 0)
  const text = isShort ? 'Too short' : levels[level]
  return (
    <div>
      <VisuallyHidden>
        <meter aria-label="Strength of the password" min={0} max={4} value={level} aria-valuetext={text} />
      </VisuallyHidden>
      <div className={classes.meter} data-weak={level < 2 || undefined} aria-hidden>
        {[1, 2, 3, 4].map((part) => (
          <span key={part} className={classes.part} data-on={part <= Math.max(level, 1) || undefined} />
        ))}
      </div>
      <Text size="xs" mt={4} aria-live="polite">
        Password strength: {text}
      </Text>
    </div>
  )
}

interface Props extends Omit<TextInputProps, 'value'> {
  value?: string
  /** Name and email of the owner, which make a weak password. */
  ownWords?: string[]
}

/** A field for a new password, with its strength. */
export function NewPasswordField({ ownWords = [], ...rest }: Props) {
  return (
    <div>
      <PasswordField autoComplete="new-password" {...rest} />
      <Strength password={rest.value ?? ''} ownWords={ownWords} />
    </div>
  )
}
