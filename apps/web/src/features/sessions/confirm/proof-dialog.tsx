import { Button, Group, Modal, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { TwoStepProof } from '@vialdesk/contract/people/sessions'
import { type FocusEvent, type KeyboardEvent, useState } from 'react'
import { CodeField, RecoverySwitch } from '#web/features/sessions/code-field.tsx'
import { type Answer, apiQuery } from '#web/lib/api/api.ts'
import { useFormCall } from '#web/lib/api/use-call.ts'
import { useContractForm } from '#web/lib/forms/use-contract-form.ts'
import { answerProof } from '#web/lib/session/ask-proof.ts'
import { Form } from '#web/ui/forms/form.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { SubmitButton } from '#web/ui/forms/submit-button.tsx'
import { Loaded } from '#web/ui/layout/loaded.tsx'

type Session = Answer<'GET /auth/session/'>

/** Above drawers, dialogs and their lists: the question may come from any of them. */
const ABOVE = 340
const STOP = 'data-mantine-stop-propagation'
const attributes = { header: { role: 'presentation' }, content: { [STOP]: 'true' } }
/** Dialogs below listen to keys of the window, and look at the focused element. Escape closes only this question. */
const keepKeys = ({ target }: FocusEvent) => target.setAttribute(STOP, 'true')
const WithPassword = TwoStepProof.pick({ password: true })
const WithCode = TwoStepProof.pick({ code: true })

const cancel = () => answerProof(false)

function useConfirm() {
  const confirm = useFormCall('POST /auth/confirm/', { keepsScreen: true })
  return async (body: { password?: string; code?: string }) => {
    await confirm({ body })
    answerProof(true)
  }
}

const Buttons = ({ busy }: { busy: boolean }) => (
  <Group justify="flex-end" gap="xs">
    <Button variant="default" onClick={cancel}>
      Cancel
    </Button>
    <SubmitButton busy={busy}>Confirm</SubmitButton>
  </Group>
)

function PasswordProof({ behind }: Pick<Session, 'behind'>) {
  const form = useContractForm(WithPassword, { initialValues: { password: '' }, guard: false, send: useConfirm() })
  return (
    <Form {...form.formProps} label="Confirm that it is you">
      <Text c="dimmed">For your safety, enter your password again. This lasts for 10 minutes.</Text>
      <PasswordField
        label="Current password"
        description={behind && `The password of ${behind.username}`}
        data-autofocus
        {...form.getInputProps('password')}
      />
      <Buttons busy={form.busy} />
    </Form>
  )
}

function CodeProof() {
  const [recovery, setRecovery] = useState(false)
  const form = useContractForm(WithCode, { initialValues: { code: '' }, guard: false, send: useConfirm() })
  return (
    <Form {...form.formProps} label="Confirm that it is you">
      <Text c="dimmed">For your safety, enter a new code. This lasts for 10 minutes.</Text>
      <CodeField key={String(recovery)} recovery={recovery} maxLength={40} data-autofocus {...form.getInputProps('code')} />
      <RecoverySwitch recovery={recovery} onTurn={() => setRecovery(!recovery)} />
      <Buttons busy={form.busy} />
    </Form>
  )
}

/** Asks for the password, or for a code of two-step sign-in. Closing it refuses the waiting requests; nothing else changes. */
export function ProofDialog() {
  const session = useQuery(apiQuery('GET /auth/session/'))
  const closeByKey = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (event.key === 'Escape') cancel()
  }
  return (
    <Modal
      opened
      onClose={cancel}
      title="Confirm that it is you"
      centered
      size="sm"
      closeOnClickOutside={false}
      closeOnEscape={false}
      onKeyDown={closeByKey}
      onFocusCapture={keepKeys}
      attributes={attributes}
      zIndex={ABOVE}
    >
      <Loaded query={session}>
        {({ confirms_with, behind }) => (confirms_with === 'code' ? <CodeProof /> : <PasswordProof behind={behind} />)}
      </Loaded>
    </Modal>
  )
}
