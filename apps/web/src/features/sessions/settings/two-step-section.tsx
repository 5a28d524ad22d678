import { Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { TwoStep } from '@vialdesk/contract/sessions'
import { useState } from 'react'
import { apiQuery } from '#web/lib/api/api.ts'
import { useFormCall } from '#web/lib/api/use-call.ts'
import { showSuccess } from '#web/lib/browser/toast.ts'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { StatusBadge } from '#web/ui/text/status-badge.tsx'
import { ConfirmIdentityForm } from './confirm-identity-form.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { TwoStepSetup } from './two-step-setup.tsx'

/** The open panel; recovery codes stay until the user has saved them. */
type OpenPanel = 'setup' | 'off' | 'renew' | { codes: string[] } | undefined
interface PanelProps {
  onOpen: (open: OpenPanel) => void
}

const FEW_CODES = 3
const codesLeft = (left: number) =>
  left === 0 ? 'No recovery codes left' : `${left} recovery ${left === 1 ? 'code' : 'codes'} left`

function TwoStepState({ state, onOpen }: PanelProps & { state: TwoStep }) {
  if (!state.enabled)
    return (
      <Group gap="sm">
        <Button onClick={() => onOpen('setup')}>Set up</Button>
        <StatusBadge meaning="neutral">Off</StatusBadge>
      </Group>
    )
  const left = state.recovery_codes_left
  return (
    <Stack gap="sm" align="flex-start">
      <Group gap="sm">
        <StatusBadge meaning="good">On</StatusBadge>
        <Text c={left < FEW_CODES ? 'red' : 'dimmed'}>{codesLeft(left)}</Text>
      </Group>
      <Group gap="xs">
        <Button variant="default" onClick={() => onOpen('renew')}>
          New recovery codes
        </Button>
        {!state.demanded && (
          <Button variant="default" onClick={() => onOpen('off')}>
            Turn off
          </Button>
        )}
      </Group>
    </Stack>
  )
}

function TurnOff({ onOpen }: PanelProps) {
  const disable = useFormCall('POST /auth/two-step/disable/')
  return (
    <ConfirmIdentityForm
      label="Turn off two-step sign-in"
      lead="You will log in with your password alone. You’ll be logged out on your other devices."
      verb="Turn off"
      danger
      onCancel={() => onOpen(undefined)}
      onConfirmed={async (body) => {
        showSuccess((await disable({ body })).message)
        onOpen(undefined)
      }}
    />
  )
}

function RenewCodes({ onOpen }: PanelProps) {
  const renew = useFormCall('POST /auth/two-step/recovery-codes/')
  return (
    <ConfirmIdentityForm
      label="New recovery codes"
      lead="You get 10 new codes. Your old codes stop working."
      verb="Create new codes"
      onCancel={() => onOpen(undefined)}
      onConfirmed={async (body) => onOpen({ codes: (await renew({ body })).recovery_codes })}
    />
  )
}

function Panel({ state, open, due, onOpen }: PanelProps & { state: TwoStep; open: OpenPanel; due: boolean }) {
  if (typeof open === 'object') return <RecoveryCodes codes={open.codes} onDone={() => onOpen(undefined)} />
  if (open === 'off') return <TurnOff onOpen={onOpen} />
  if (open === 'renew') return <RenewCodes onOpen={onOpen} />
  const cancel = due ? undefined : () => onOpen(undefined)
  if (open === 'setup' || due) return <TwoStepSetup onCancel={cancel} onCodes={(codes) => onOpen({ codes })} />
  return <TwoStepState state={state} onOpen={onOpen} />
}

/** `due`: required before anything else. `onCodes` reports whether unsaved recovery codes are shown. */
export function TwoStepSection({ due, onCodes }: { due: boolean; onCodes: (shown: boolean) => void }) {
  const query = useQuery(apiQuery('GET /auth/two-step/'))
  const [open, setOpen] = useState<OpenPanel>()
  const turn = (next: OpenPanel) => {
    setOpen(next)
    onCodes(typeof next === 'object')
  }
  return (
    <Section
      title="Two-step sign-in"
      lead="After your password, enter a code from your phone. A stolen password alone is not enough."
    >
      <Loaded query={query}>{(state) => <Panel state={state} open={open} due={due} onOpen={turn} />}</Loaded>
    </Section>
  )
}
