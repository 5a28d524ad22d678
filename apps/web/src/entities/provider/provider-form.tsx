/** The settings of providers, such as card gateways: a choice, and the account of the domain at the chosen provider. */
import { Alert, Group, Radio, Select, Stack, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import { apiMutation } from '#web/lib/api/api.ts'
import { useFormCall } from '#web/lib/api/use-call.ts'
import { errorMessage } from '#web/lib/errors/error-message.ts'
import { useClosingForm } from '#web/lib/forms/use-closing-form.ts'
import { ConnectionTest } from '#web/ui/forms/connection-test.tsx'
import { Form } from '#web/ui/forms/form.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { SavedNotice } from '#web/ui/forms/saved-notice.tsx'
import { SubmitButton } from '#web/ui/forms/submit-button.tsx'
import { CopyField } from '#web/ui/text/copy-field.tsx'

/** A field of the settings. Without `kind`, it is text. */
export interface ProviderField {
  name: string
  label: string
  description: string
  kind?: 'secret' | { value: string; label: string }[]
}

export interface ProviderOption {
  value: string
  label: string
  description: string
  account?: {
    /** Tried by the connection test. */
    fields: ProviderField[]
    others?: ProviderField[]
    /** `hint`: where to enter its URL. `warning`: what happens without its secret. */
    webhook: { hint: string; secret: ProviderField; warning: string }
  }
}

type Values = Record<string, string>

interface Props {
  label: string
  choice: { name: string; label: string }
  options: ProviderOption[]
  settings: object
  schema: z.ZodType<Record<string, unknown>>
  /** The call that saves. `<path>test/` tries an account. */
  path: '/domain/payment-settings/' | '/domain/signing-settings/'
  /** Beside the button that saves. */
  moreButtons?: (chosen: string) => ReactNode
}

const KEPT = 'Saved. Enter another one to replace it.'

const isSecret = ({ kind }: ProviderField) => kind === 'secret'
const fieldsOf = ({ account }: ProviderOption): ProviderField[] =>
  account ? [...account.fields, ...(account.others ?? []), account.webhook.secret] : []

/** A blank secret stays as it is, because the stored one is never shown. */
const entered = (values: Values, fields: ProviderField[]) => {
  const blank = fields.filter((field) => isSecret(field) && values[field.name] === '').map(({ name }) => name)
  return Object.fromEntries(Object.entries(values).filter(([name]) => !blank.includes(name)))
}

function useProviderForm({ choice, options, settings, schema, path }: Props) {
  const change = useFormCall(`PATCH ${path}`)
  const fields = options.flatMap(fieldsOf)
  const noSecrets: Values = Object.fromEntries(fields.filter(isSecret).map(({ name }) => [name, '']))
  const stored = settings as Values
  const plain = [choice.name, ...fields.filter((field) => !isSecret(field)).map(({ name }) => name)]
  const initialValues: Values = { ...Object.fromEntries(plain.map((name) => [name, stored[name] ?? ''])), ...noSecrets }
  const form = useClosingForm(schema, {
    initialValues,
    async save(input) {
      const { message } = await change({ body: entered(input as Values, fields) })
      form.setValues(noSecrets)
      return message
    },
  })
  return form
}
type ProviderForm = ReturnType<typeof useProviderForm>

interface FieldProps {
  form: ProviderForm
  settings: object
}

function Field({ form, settings, field }: FieldProps & { field: ProviderField }) {
  const { name, label, description, kind } = field
  const input = { label, description, ...form.getInputProps(name) }
  if (Array.isArray(kind)) return <Select {...input} data={kind} allowDeselect={false} />
  if (!kind) return <TextInput {...input} autoComplete="off" />
  const isKept = (settings as Record<string, unknown>)[`has_${name}`] === true
  return <PasswordField {...input} description={isKept ? KEPT : description} autoComplete="off" />
}

/** Tries the entered values, and the saved ones for the others. Nothing is saved. */
function TestAccount({ path, body }: Pick<Props, 'path'> & { body: Values }) {
  const { data, error, isPending, mutate } = useMutation(
    apiMutation(`POST ${path}test/`, { handlesErrors: true, keepsScreen: true }),
  )
  const result = error ? { success: false, message: errorMessage(error) } : data
  return <ConnectionTest busy={isPending} result={result} onTest={() => mutate({ body })} />
}

export function ProviderForm(props: Props) {
  const { label, choice, options, settings, path, moreButtons } = props
  const form = useProviderForm(props)
  const values = form.getValues()
  const chosen = values[choice.name] ?? ''
  const { account } = options.find(({ value }) => value === chosen) ?? {}
  const show = (fields: ProviderField[]) => fields.map((field) => <Field key={field.name} {...{ form, settings, field }} />)
  const stored = settings as Record<string, unknown>
  const tried = [choice, ...(account?.fields ?? [])].map(({ name }) => [name, values[name] ?? ''])
  return (
    <Form {...form.formProps} label={label}>
      <Radio.Group label={choice.label} {...form.getInputProps(choice.name)}>
        <Stack gap="sm" mt="xs">
          {options.map(({ value, label, description }) => (
            <Radio key={value} {...{ value, label, description }} />
          ))}
        </Stack>
      </Radio.Group>
      {account && (
        <>
          {show(account.fields)}
          <TestAccount path={path} body={entered(Object.fromEntries(tried), account.fields)} />
          {show(account.others ?? [])}
          <CopyField label="Webhook URL" hint={account.webhook.hint} value={String(stored.webhook_url)} />
          {show([account.webhook.secret])}
          {!stored[`has_${account.webhook.secret.name}`] && <Alert color="yellow">{account.webhook.warning}</Alert>}
        </>
      )}
      <SavedNotice message={form.saved} />
      <Group gap="xs">
        <SubmitButton busy={form.busy}>Save</SubmitButton>
        {moreButtons?.(chosen)}
      </Group>
    </Form>
  )
}
