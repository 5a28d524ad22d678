import { Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type TwoStep, TwoStepProof } from '@vialdesk/contract/people/sessions'
import { type ReactNode, useState } from 'react'
import type { z } from 'zod'
import { CodeField, RecoverySwitch } from '#web/features/sessions/code-field.tsx'
import { apiQuery } from '#web/lib/api/api.ts'
import { useFormCall } from '#web/lib/api/use-call.ts'
import { showSuccess } from '#web/lib/browser/toast.ts'
import { useContractForm } from '#web/lib/forms/use-contract-form.ts'
import { Form } from '#web/ui/forms/form.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { SubmitButton } from '#web/ui/forms/submit-button.tsx'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { StatusBadge } from '#web/ui/text/status-badge.tsx'
import { Panel } from './panel.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { TwoStepSetup } from './two-step-setup.tsx'

interface Props {
  label: string
  /** Label of the submit button. */
  lead: ReactNode
  verb: string
  danger?: boolean
  onConfirmed: (proof: z.output<typeof TwoStepProof>) => Promise<unknown>
  onCancel: () => void
}

/** Asks for the password and a code before a sensitive change. */
function ConfirmIdentityForm({ label, lead, verb, danger, onConfirmed, onCancel }: Props) {
  const [recovery, setRecovery] = useState(false)
  const form = useContractForm(TwoStepProof, { initialValues: { password: '', code: '' }, guard: false, send: onConfirmed })
  return (
    <Panel>
      <Form {...form.formProps} label={label}>
        <Text>{lead}</Text>
        <PasswordField label="Current password" {...form.getInputProps('password')} />
        <CodeField key={String(recovery)} recovery={recovery} maxLength={40} {...form.getInputProps('code')} />
        <RecoverySwitch recovery={recovery} onTurn={() => setRecovery(!recovery)} />
        <Group gap="xs">
          <SubmitButton busy={form.busy} {...(danger && { color: 'red' })}>
            {verb}
          </SubmitButton>
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
        </Group>
      </Form>
    </Panel>
  )
}

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

function OpenPart({ state, open, due, onOpen }: PanelProps & { state: TwoStep; open: OpenPanel; due: boolean }) {
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
      <Loaded query={query}>{(state) => <OpenPart state={state} open={open} due={due} onOpen={turn} />}</Loaded>
    </Section>
  )
}
