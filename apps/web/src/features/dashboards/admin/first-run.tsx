import { Anchor, Button, Group, Progress, Text, Title } from '@mantine/core'
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { FirstRunStep } from '@vialdesk/contract/dashboards'
import { useState } from 'react'
import { type Answer, apiQuery } from '#web/lib/api/api.ts'
import { browserStorage } from '#web/lib/browser/storage.ts'
import { HoldBelow } from '#web/ui/layout/delayed.tsx'
import classes from './first-run.module.css'

type Steps = Answer<'GET /api/v1/dashboards/first-run/'>

interface StepText {
  label: string
  /** Why the step is needed, and who does it if not the admin. */
  hint: string
  link: LinkProps
}

const settingsTab = (tab: string): LinkProps => ({ to: '/white-label-settings', search: { tab } as never })
const adding = (to: LinkProps['to'], add: string): LinkProps => ({ to, search: { add } as never })

const texts: Record<FirstRunStep, StepText> = {
  two_step: {
    label: 'Require two-step sign-in of admins',
    hint: 'Admins then set it up at their next login, with an authenticator app.',
    link: { to: '/white-label-settings' },
  },
  brand: {
    label: 'Add your logo and colour',
    hint: 'Pages, mails and receipts then look like your business.',
    link: { to: '/white-label-settings' },
  },
  mail_records: {
    label: 'Set up the records of your mail domain',
    hint: 'Without them, mails may end up in spam. You enter them at your DNS provider.',
    link: settingsTab('email'),
  },
  payment_gateway: {
    label: 'Connect your payment gateway',
    hint: 'Until then nobody is charged.',
    link: settingsTab('payments'),
  },
  templates: {
    label: 'Add the documents to sign',
    hint: 'One template for patients and one for harvest centers.',
    link: settingsTab('templates'),
  },
  first_lab: {
    label: 'Add your first lab',
    hint: 'The lab gets a link by mail, and enters dates and vials.',
    link: adding('/all-labs', 'lab'),
  },
  first_rep: {
    label: 'Let your first sales rep sign up',
    hint: 'Send reps the address of this form. They sign up themselves.',
    link: { to: '/sales-rep-registration', target: '_blank' },
  },
  first_center: {
    label: 'Add your first harvest center',
    hint: 'A center belongs to a sales rep. It adds its own patients.',
    link: adding('/all-harvest-centers', 'harvest-center'),
  },
}

/** Accounts that a running business has: with all of them, the list is folded. */
const accountSteps: FirstRunStep[] = ['first_lab', 'first_rep', 'first_center']
const isRunning = (steps: Steps) => steps.every(({ step, done }) => done || !accountSteps.includes(step))

function Step({ step, done, isNext }: Steps[number] & { isNext: boolean }) {
  const { label, hint, link } = texts[step]
  const Shown = done ? IconCircleCheckFilled : IconCircle
  return (
    <li className={classes.step} data-done={done || undefined}>
      <Shown size={20} stroke={1.5} className={classes.mark} aria-hidden />
      <div className={classes.text}>
        <Text component="span" fw={isNext ? 600 : 500} inherit>
          {done ? (
            label
          ) : (
            <Anchor inherit renderRoot={(props) => <Link {...props} {...link} />}>
              {label}
            </Anchor>
          )}
        </Text>
        <span className="visually-hidden">{done ? ' – done' : ' – open'}</span>
        {!done && (
          <Text size="sm" c="dimmed">
            {hint}
          </Text>
        )}
      </div>
    </li>
  )
}

const HIDDEN = 'first-run-hidden'

/** What a new business still has to set up. Gone once all is done, or when the admin hides it in this browser. */
export function FirstRun() {
  const { data: steps, isPending } = useQuery(apiQuery('GET /api/v1/dashboards/first-run/'))
  const [isHidden, setHidden] = useState(() => browserStorage.get(HIDDEN) === 'yes')
  const [opened, setOpened] = useState<boolean>()
  if (isPending && !isHidden) return <HoldBelow />
  if (!steps || isHidden || steps.every(({ done }) => done)) return null
  const done = steps.filter((each) => each.done).length
  const next = steps.find((each) => !each.done)?.step
  const isOpen = opened ?? !isRunning(steps)
  const hide = () => {
    browserStorage.set(HIDDEN, 'yes')
    setHidden(true)
  }
  return (
    <section aria-labelledby="first-run-title" className={classes.list}>
      <Group justify="space-between" gap="xs">
        <Title order={2} id="first-run-title">
          Set up your business
        </Title>
        <Group gap={4}>
          <Button variant="subtle" size="xs" aria-expanded={isOpen} onClick={() => setOpened(!isOpen)}>
            {isOpen ? 'Show less' : 'Show the steps'}
          </Button>
          <Button variant="subtle" color="gray" size="xs" onClick={hide}>
            Hide
          </Button>
        </Group>
      </Group>
      <Group gap="sm" mt={4} wrap="nowrap">
        <Text size="sm" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
          {done} of {steps.length} steps done
        </Text>
        <Progress value={(done / steps.length) * 100} size="sm" flex={1} maw={240} aria-hidden />
      </Group>
      {isOpen && (
        <ol className={classes.steps}>
          {steps.map((each) => (
            <Step key={each.step} {...each} isNext={each.step === next} />
          ))}
        </ol>
      )}
    </section>
  )
}
