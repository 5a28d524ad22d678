import { Anchor, Stack, Text, UnstyledButton } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { portal } from '#web/lib/browser/portal.ts'
import { GuestTitle } from '#web/ui/layout/guest-title.tsx'
import classes from './demo-tour.module.css'

/** The stops of the tour of the demo, one for each role. */
interface Stop {
  role: string
  /** The part of the email before @demo.example. */
  account: string
  /** Things to try in this role. */
  ideas: string
}

export const stops: Stop[] = [
  { role: 'Admin', account: 'admin', ideas: 'See the whole business: users, sales, labels. Open a user and log in as them.' },
  {
    role: 'Harvest center',
    account: 'harvestcenter',
    ideas: 'Pay a processing fee with card 4111 1111 1111 1111, then request a label.',
  },
  { role: 'Lab', account: 'lab', ideas: 'Enter the milestones of a patient, register vials and release them.' },
  { role: 'Patient', account: 'patient', ideas: 'Follow your cells, sign a document and look at your vials.' },
  { role: 'Referral center', account: 'referral', ideas: 'Pay a referral fee and follow the patients that you referred.' },
  { role: 'Staff of a center', account: 'staff', ideas: 'Enter one of your centers and work there.' },
  { role: 'Sales rep', account: 'salesrep', ideas: 'Share your sign-up link, and see your centers and commissions.' },
  { role: 'Sales manager', account: 'manager', ideas: 'See the sales of your team, and add a sales rep.' },
  { role: 'Sales distributor', account: 'distributor', ideas: 'Compare your sales managers and their teams.' },
]

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
      <ul className={`${classes.stops} ruled`}>
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
