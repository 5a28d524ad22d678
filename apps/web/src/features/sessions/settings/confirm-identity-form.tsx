import { Button, Group, Text } from '@mantine/core'
import { TwoStepProof } from '@vialdesk/contract/sessions'
import { type ReactNode, useState } from 'react'
import type { z } from 'zod'
import { CodeField, RecoverySwitch } from '#web/features/sessions/code-field.tsx'
import { useContractForm } from '#web/lib/forms/use-contract-form.ts'
import { Form } from '#web/ui/forms/form.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { SubmitButton } from '#web/ui/forms/submit-button.tsx'
import { Panel } from './panel.tsx'

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
export function ConfirmIdentityForm({ label, lead, verb, danger, onConfirmed, onCancel }: Props) {
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
