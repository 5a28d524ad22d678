import { Button, Group, Text } from '@mantine/core'
import { CurrentPassword } from '@vialdesk/contract/base/primitives'
import { ConfirmTwoStep } from '@vialdesk/contract/people/sessions'
import { useState } from 'react'
import { z } from 'zod'
import { CodeField } from '#web/features/sessions/code-field.tsx'
import type { Answer } from '#web/lib/api/api.ts'
import { useFormCall } from '#web/lib/api/use-call.ts'
import { useContractForm } from '#web/lib/forms/use-contract-form.ts'
import { Form } from '#web/ui/forms/form.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { SubmitButton } from '#web/ui/forms/submit-button.tsx'
import { CopyField } from '#web/ui/text/copy-field.tsx'
import { QrCode } from '#web/ui/text/qr-code.tsx'
import { Panel } from './panel.tsx'
import classes from './settings.module.css'

type StartedSetup = Answer<'POST /auth/two-step/begin/'>
const PasswordInput = z.object({ password: CurrentPassword })

interface Props {
  /** Undefined when the setup cannot be cancelled. */
  onCancel: (() => void) | undefined
  onCodes: (codes: string[]) => void
}

const Cancel = ({ onCancel }: Pick<Props, 'onCancel'>) =>
  onCancel && (
    <Button variant="default" onClick={onCancel}>
      Cancel
    </Button>
  )

function PasswordStep({ onBegun, onCancel }: Pick<Props, 'onCancel'> & { onBegun: (begun: StartedSetup) => void }) {
  const begin = useFormCall('POST /auth/two-step/begin/', { keepsScreen: true })
  const form = useContractForm(PasswordInput, {
    initialValues: { password: '' },
    guard: false,
    send: async (body) => onBegun(await begin({ body })),
  })
  return (
    <Form {...form.formProps} label="Set up two-step sign-in">
      <Text>You need an authenticator app on your phone. Your phone or password manager may already include one.</Text>
      <PasswordField label="Current password" {...form.getInputProps('password')} />
      <Group gap="xs">
        <SubmitButton busy={form.busy}>Continue</SubmitButton>
        <Cancel onCancel={onCancel} />
      </Group>
    </Form>
  )
}

/** In groups of four, which are easier to type. */
const groupsOfFour = (secret: string) => secret.replace(/.{4}(?=.)/g, '$& ')

function CodeStep({ begun, onCodes, onCancel }: Props & { begun: StartedSetup }) {
  const confirm = useFormCall('POST /auth/two-step/confirm/')
  const form = useContractForm(ConfirmTwoStep, {
    initialValues: { code: '' },
    guard: false,
    send: async (body) => onCodes((await confirm({ body })).recovery_codes),
  })
  return (
    <Form {...form.formProps} label="Confirm two-step sign-in">
      <div className={classes.scan}>
        <QrCode value={begun.uri} label="QR code for your authenticator app" size={176} />
        <Text>Scan this with your authenticator app. The app then shows a new 6-digit code every 30 seconds.</Text>
      </div>
      <CopyField label="Setup key" hint="For apps that cannot scan" value={groupsOfFour(begun.secret)} />
      <CodeField recovery={false} maxLength={7} style={{ maxWidth: '22rem' }} {...form.getInputProps('code')} />
      <Group gap="xs">
        <SubmitButton busy={form.busy}>Turn on</SubmitButton>
        <Cancel onCancel={onCancel} />
      </Group>
    </Form>
  )
}

/** Asks for the password, then for the first code of the app; only then is two-step sign-in on. */
export function TwoStepSetup(props: Props) {
  const [begun, setBegun] = useState<StartedSetup>()
  return (
    <Panel key={begun ? 'scan' : 'password'}>
      {begun ? <CodeStep begun={begun} {...props} /> : <PasswordStep onBegun={setBegun} onCancel={props.onCancel} />}
    </Panel>
  )
}
