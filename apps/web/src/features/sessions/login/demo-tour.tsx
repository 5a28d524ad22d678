import { Anchor, Stack, Text, UnstyledButton } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { portal } from '#web/lib/browser/portal.ts'
import { GuestTitle } from '#web/ui/layout/guest-title.tsx'
import classes from './demo-tour.module.css'
import { stops } from './demo-tour-stops.ts'

/** The password of the documentation. An operator may have set another one, which visitors have to enter. */
const KNOWN_PASSWORD = 'demo-portal'

interface Props {
  onChoose: (login: { email: string; password: string }) => void
  onBack: () => void
}

/** The roles of the demo, with an account of each. A choice fills in the login. */
export function DemoTour({ onChoose, onBack }: Props) {
  const isPasswordKnown = portal().demo_log_in_known
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <Stack gap="md">
      <GuestTitle
        ref={title}
        tabIndex={-1}
        lead={`A business with invented people. Choose a role: its ${isPasswordKnown ? 'log-in' : 'email address'} is filled in for you.`}
      >
        Tour of the demo
      </GuestTitle>
      <ul className={classes.stops}>
        {stops.map(({ role, account, ideas }) => (
          <li key={role}>
            <UnstyledButton
              className={classes.stop}
              onClick={() => onChoose({ email: `${account}@demo.example`, password: isPasswordKnown ? KNOWN_PASSWORD : '' })}
            >
              <Text component="span" display="block" fw={600}>
                {role}
              </Text>
              <Text component="span" display="block" size="sm" c="dimmed">
                {ideas}
              </Text>
            </UnstyledButton>
          </li>
        ))}
      </ul>
      <Anchor component="button" type="button" size="sm" onClick={onBack}>
        Back to login
      </Anchor>
    </Stack>
  )
}
