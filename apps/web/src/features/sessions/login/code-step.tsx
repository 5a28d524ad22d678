import { Anchor, Button, Group, Stack } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { CodeField, RecoverySwitch } from '#web/features/sessions/code-field.tsx'
import { GuestTitle } from '#web/ui/layout/guest-title.tsx'

interface Props {
  /** State of the login. */
  outcome: ReactNode
  busy: boolean
  onCode: (code: string) => void
  onBack: () => void
}

/** Second step of the login, after a correct password. */
export function CodeStep({ outcome, busy, onCode, onBack }: Props) {
  const [recovery, setRecovery] = useState(false)
  const [code, setCode] = useState('')
  const [missing, setMissing] = useState(false)
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const empty = code.trim() === ''
    setMissing(empty)
    if (empty) event.currentTarget.querySelector('input')?.focus()
    else onCode(code)
  }
  const turn = () => {
    setRecovery(!recovery)
    setCode('')
    setMissing(false)
  }
  return (
    <form onSubmit={onSubmit} noValidate aria-labelledby="code-title">
      <Stack gap="md">
        <GuestTitle id="code-title" lead="Your password is correct. One more step.">
          Two-step sign-in
        </GuestTitle>
        {outcome}
        <CodeField
          key={String(recovery)}
          size="md"
          name="code"
          recovery={recovery}
          value={code}
          error={missing && 'Enter the code.'}
          onChange={(event) => setCode(event.currentTarget.value)}
          maxLength={40}
          autoFocus
        />
        <Button type="submit" size="md" fullWidth loading={busy}>
          Login
        </Button>
        <Group justify="space-between" gap="xs">
          <RecoverySwitch recovery={recovery} onTurn={turn} />
          <Anchor component="button" type="button" size="sm" onClick={onBack}>
            Back to login
          </Anchor>
        </Group>
      </Stack>
    </form>
  )
}
