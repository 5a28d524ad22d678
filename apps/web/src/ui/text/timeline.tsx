import { Timeline as Line, Text, ThemeIcon } from '@mantine/core'
import { IconCheck, IconPointFilled } from '@tabler/icons-react'
import type { ReactNode } from 'react'

export interface TimelineStep {
  key: string
  title: string
  /** `done` is past, `now` is the current step, `ahead` is in the future. */
  state: 'done' | 'now' | 'ahead'
  detail?: ReactNode
}

const spoken = { done: 'done', now: 'now', ahead: 'still to come' }

function bullet(state: TimelineStep['state']) {
  if (state === 'ahead') return <ThemeIcon size={22} variant="default" radius="xl" aria-hidden />
  return (
    <ThemeIcon
      size={22}
      radius="xl"
      variant={state === 'done' ? 'filled' : 'outline'}
      {...(state === 'now' && { bg: 'var(--mantine-color-body)' })}
      aria-hidden
    >
      {state === 'done' ? <IconCheck size={14} stroke={2.5} /> : <IconPointFilled size={16} />}
    </ThemeIcon>
  )
}

/** Past and future steps in order. */
export function Timeline({ steps, label }: { steps: TimelineStep[]; label: string }) {
  const active = steps.findLastIndex((step) => step.state !== 'ahead')
  return (
    <Line active={active} bulletSize={22} lineWidth={2} role="list" aria-label={label} style={{ overflowWrap: 'anywhere' }}>
      {steps.map(({ key, title, state, detail }) => (
        <Line.Item
          key={key}
          role="listitem"
          aria-current={state === 'now' ? 'step' : undefined}
          bullet={bullet(state)}
          title={
            <Text fw={state === 'now' ? 600 : 500} c={state === 'ahead' ? 'dimmed' : undefined}>
              {title}
              <span className="visually-hidden">, {spoken[state]}</span>
            </Text>
          }
        >
          {detail && (
            <Text component="div" size="sm" c="dimmed">
              {detail}
            </Text>
          )}
        </Line.Item>
      ))}
    </Line>
  )
}
