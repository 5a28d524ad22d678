import { Anchor, Button, Group, Progress, Skeleton, Text, Title } from '@mantine/core'
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { WorkingRole } from '@vialdesk/contract/base/roles'
import type { FirstRunStep } from '@vialdesk/contract/business/first-run'
import { useState } from 'react'
import { type Answer, apiQuery } from '#web/lib/api/api.ts'
import { browserStorage } from '#web/lib/browser/storage.ts'
import { useSession } from '#web/lib/session/session.ts'
import { Delayed } from '#web/ui/layout/delayed.tsx'
import classes from './first-run.module.css'
import { type StepText, stepTexts } from './first-run-texts.ts'

type Steps = Answer<'GET /api/v1/dashboards/first-run/'>

/** Accounts that a running business has: with all of them, the list of an admin is folded. */
const accountSteps: FirstRunStep[] = ['first_lab', 'first_rep', 'first_center']
const isRunning = (steps: Steps) => steps.every(({ step, done }) => done || !accountSteps.includes(step))

/** The server sends the steps of the role only. */
const textsOf = (role: WorkingRole) => stepTexts[role] as { readonly [S in FirstRunStep]?: StepText }

function Step({ text: [label, hint, link], done, isNext }: { text: StepText; done: boolean; isNext: boolean }) {
  const Shown = done ? IconCircleCheckFilled : IconCircle
  return (
    <li className={classes.step} data-done={done || undefined}>
      <Shown size={20} stroke={1.5} className={classes.mark} aria-hidden />
      <div className={classes.text}>
        <Text component="span" fw={isNext ? 600 : 500} inherit>
          {done || !link ? (
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

/** A user hides the steps for themselves, in this browser. */
function useHidden(userId: number) {
  const key = `first-run-hidden-${userId}`
  const [isHidden, setHidden] = useState(() => browserStorage.get(key) === 'yes')
  const hide = () => {
    browserStorage.set(key, 'yes')
    setHidden(true)
  }
  return { isHidden, hide }
}

/** The first steps of the user. Gone once all are done, or when the user hides them. */
export function FirstRun() {
  const session = useSession()
  if (!session?.role || session.role === 'observer') return null
  return <Checklist key={session.user.id} role={session.role} userId={session.user.id} />
}

/** The dashboard below waits until its place is known. */
const waiting = (
  <Delayed>
    <div role="status" aria-label="Loading">
      <Skeleton h={96} />
    </div>
  </Delayed>
)

function Checklist({ role, userId }: { role: WorkingRole; userId: number }) {
  const { isHidden, hide } = useHidden(userId)
  const { data: steps, isPending } = useQuery({ ...apiQuery('GET /api/v1/dashboards/first-run/'), enabled: !isHidden })
  const [opened, setOpened] = useState<boolean>()
  if (isPending && !isHidden) return waiting
  if (!steps || isHidden || steps.every(({ done }) => done)) return null
  const done = steps.filter((each) => each.done).length
  const next = steps.find((each) => !each.done)?.step
  const isOpen = opened ?? !(role === 'admin' && isRunning(steps))
  const texts = textsOf(role)
  return (
    <section aria-labelledby="first-run-title" className={classes.list}>
      <Group justify="space-between" gap="xs">
        <Title order={2} id="first-run-title">
          {role === 'admin' ? 'Set up your business' : 'Your first steps'}
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
          {steps.map(({ step, done }) => {
            const text = texts[step]
            return text && <Step key={step} text={text} done={done} isNext={step === next} />
          })}
        </ol>
      )}
    </section>
  )
}
