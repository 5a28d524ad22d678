import { Stack, TextInput } from '@mantine/core'
import { Password } from '@vialdesk/contract/base/primitives'
import { membershipIds } from '@vialdesk/contract/base/roles'
import { NewHarvestCenter, NewReferralCenter } from '@vialdesk/contract/people/onboarding'
import type { FormEvent } from 'react'
import { EMAIL_TAKEN, useEmailTaken } from '#web/entities/user/use-email-taken.ts'
import { DocumentsStep, type SigningComponent } from '#web/features/onboarding/documents/documents-step.tsx'
import type { DocumentTemplate } from '#web/features/onboarding/documents/use-documents-to-sign.ts'
import { useDocumentsToSign } from '#web/features/onboarding/documents/use-documents-to-sign.ts'
import { portal } from '#web/lib/browser/portal.ts'
import { ApiError } from '#web/lib/errors/api-error.ts'
import { AddressFields, blankAddress } from '#web/ui/forms/address-fields.tsx'
import { Form } from '#web/ui/forms/form.tsx'
import { SubmitButton } from '#web/ui/forms/submit-button.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { invalidLinkMessage } from './invalid-link.tsx'
import { PersonFields, SignedUp, SignUpFrame } from './sign-up-form.tsx'
import { useSignUp, useSignUpCall } from './use-sign-up.ts'

export const centerKinds = {
  harvest_center: { title: 'Harvest Center Registration', lead: 'Sign up your clinic as a harvest center of' },
  referral_harvest_center: {
    title: 'Referral Harvest Center Registration',
    lead: 'Sign up your practice to refer patients to the harvest centers of',
  },
} as const
export type CenterKind = keyof typeof centerKinds

export interface Invitation {
  saless_rep_id: number
  /** The harvest center that a referral center wants to refer to. */
  hc_id: number | null
  /** The key of a harvest center's link; empty in other links. */
  key: string
}

const blank = { company: '', phone_number: '', first_name: '', last_name: '', email: '', password: '', ...blankAddress }
const schemas = {
  harvest_center: NewHarvestCenter.extend({ password: Password }),
  referral_harvest_center: NewReferralCenter.extend({ password: Password }),
}

/** The call that creates the account; each kind of center has its own. */
function useAddCenter(kind: CenterKind) {
  const addCenter = useSignUpCall('POST /api/v1/harvest-centers/')
  const addReferral = useSignUpCall('POST /api/v1/users/')
  return (input: unknown) =>
    kind === 'harvest_center'
      ? addCenter({ body: schemas.harvest_center.parse(input) })
      : addReferral({ body: schemas.referral_harvest_center.parse(input) })
}

/** The sentence of a refusal whose documents must be signed again. */
const documentsError = (error: unknown) =>
  error instanceof ApiError ? Object.entries(error.errors).find(([field]) => field.startsWith('document'))?.[1][0] : undefined

function useCenterForm({ kind, invitation, templates, onLinkFault }: Props) {
  const add = useAddCenter(kind)
  const form = useSignUp(schemas[kind], {
    initialValues: { subscription: membershipIds[kind], ...invitation, ...blank },
    send: async (input) => {
      try {
        const answer = await add({ ...input, documents: documents.documents })
        documents.startOver('form')
        return answer
      } catch (error) {
        const sentence = documentsError(error)
        if (sentence) {
          documents.startOver('documents')
          throw new ApiError(422, { code: 'invalid', message: sentence })
        }
        // A refusal returns to the form to correct its fields.
        documents.backToForm()
        const fault = invalidLinkMessage(error)
        if (fault) onLinkFault(fault)
        throw error
      }
    },
  })
  const { first_name, last_name, email } = form.getValues()
  const signer = { name: `${first_name} ${last_name}`.trim(), email }
  const documents = useDocumentsToSign(templates, signer)
  const { taken } = useEmailTaken(email, documents.total > 0)
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    if (documents.isLast) return form.formProps.onSubmit(event)
    event.preventDefault()
    if (documents.template) return documents.next()
    // Checks the form first: documents are signed only for valid accounts.
    if (taken) {
      form.setErrors({ email: EMAIL_TAKEN })
      form.refuse({ email: EMAIL_TAKEN })
    } else if (form.isValid()) documents.next()
  }
  return { documents, signer, form, formProps: { ...form.formProps, onSubmit } }
}

interface FieldsProps {
  kind: CenterKind
  form: ReturnType<typeof useCenterForm>['form']
}

function CenterFields({ kind, form }: FieldsProps) {
  return (
    <>
      <PersonFields form={form}>
        <TextInput label="Clinic name" withAsterisk autoComplete="organization" {...form.getInputProps('company')} />
        <TextInput label="Phone" withAsterisk type="tel" autoComplete="tel" {...form.getInputProps('phone_number')} />
      </PersonFields>
      <Section title="Address">
        <AddressFields form={form} own required zipRequired={kind === 'referral_harvest_center'} />
      </Section>
    </>
  )
}

interface Props {
  kind: CenterKind
  invitation: Invitation
  /** Name of the inviting harvest center; known only with a valid key. */
  invitedBy: string | undefined
  templates: DocumentTemplate[]
  signing: SigningComponent
  /** Runs when the server finds the link invalid. */
  onLinkFault: (sentence: string) => void
}

function leadOf(kind: CenterKind, { hc_id }: Invitation, invitedBy: string | undefined): string {
  if (invitedBy !== undefined) return `Sign up your practice to refer patients to ${invitedBy}.`
  const lead = `${centerKinds[kind].lead} ${portal().domain.name}.`
  return hc_id === null ? lead : `${lead} The harvest center must confirm you first.`
}

export function CenterSignUpForm(props: Props) {
  const { kind, invitation, invitedBy, signing } = props
  const { documents, signer, form, formProps } = useCenterForm(props)
  const { title } = centerKinds[kind]
  return (
    <SignUpFrame title={title} lead={leadOf(kind, invitation, invitedBy)}>
      <Form {...formProps} label={title}>
        {documents.template ? (
          <DocumentsStep documents={documents} template={documents.template} signer={signer} signing={signing} busy={form.busy} />
        ) : (
          <Stack gap="xl">
            <CenterFields kind={kind} form={form} />
            <SubmitButton size="md" fullWidth busy={form.busy}>
              {documents.total > 0 ? `Next: Documents to Sign (${documents.total})` : 'Sign Up'}
            </SubmitButton>
          </Stack>
        )}
      </Form>
      <SignedUp title={title} form={form} />
    </SignUpFrame>
  )
}
