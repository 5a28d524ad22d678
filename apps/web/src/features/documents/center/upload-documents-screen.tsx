import { Group, Stack } from '@mantine/core'
import { byGroup, type DocumentGroup, documentGroups, documentNames } from '@vialdesk/contract/documents/document-groups'
import { DocumentUpload } from '@vialdesk/contract/documents/document-requests'
import { useState } from 'react'
import { useFormCall } from '#web/lib/api/use-call.ts'
import { useSession } from '#web/lib/session/session.ts'
import { Form } from '#web/ui/forms/form.tsx'
import { SubmitButton } from '#web/ui/forms/submit-button.tsx'
import { Screen } from '#web/ui/layout/screen.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { ResultModals, useCenterForm } from './center-form.tsx'
import { DocumentFile } from './document-file.tsx'
import { PatientFields } from './patient-fields.tsx'

const TITLE = 'Upload Patient Documents'

const noFiles: Partial<Record<DocumentGroup, string>> = byGroup(() => undefined)

function UploadForm({ center }: { center: number }) {
  const upload = useFormCall('POST /api/v1/documents/upload/')
  const [busy, setBusy] = useState<DocumentGroup>()
  const form = useCenterForm(DocumentUpload, {
    initialValues: { harvest_center_id: center, name: '', email: '', ...noFiles },
    send: (body) => upload({ body }),
  })
  return (
    <>
      <Form {...form.formProps} label={TITLE}>
        <Stack gap="xl" key={form.round}>
          <Stack gap="md">
            <PatientFields form={form} />
          </Stack>
          <Section title="Signed documents" lead="Choose at least one. Each is stored as completed.">
            <Stack gap="md">
              {documentGroups.map((group) => (
                <DocumentFile
                  key={group}
                  label={documentNames[group]}
                  error={form.errors[group]}
                  onBusy={(uploading) => setBusy(uploading ? group : undefined)}
                  onChange={(filename) => {
                    form.setFieldValue(group, filename)
                    form.clearErrors()
                  }}
                />
              ))}
            </Stack>
          </Section>
        </Stack>
        <Group>
          <SubmitButton busy={form.busy} disabled={busy !== undefined}>
            Save
          </SubmitButton>
        </Group>
      </Form>
      <ResultModals title={TITLE} form={form} />
    </>
  )
}

/** A center stores documents that a patient signed on paper. */
export function UploadDocumentsScreen() {
  const id = useSession()?.user.id
  return (
    <Screen title={TITLE} lead="Store documents that a patient signed on paper." narrow>
      {id && <UploadForm center={id} />}
    </Screen>
  )
}
