import { Anchor, Stack, Text, Title, UnstyledButton } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { portal } from '#web/lib/browser/portal.ts'
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
      <div>
        <Title order={1} ref={title} tabIndex={-1} fz="1.625rem" lts="-0.02em">
          Tour of the demo
        </Title>
        <Text c="dimmed" mt={4}>
          A business with invented people. Choose a role: its {isPasswordKnown ? 'log-in' : 'email address'} is filled in for you.
        </Text>
      </div>
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
