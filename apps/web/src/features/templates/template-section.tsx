import { Button, Group, Loader, Text } from '@mantine/core'
import { IconFilePlus, IconFileText, IconRefresh } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { Template } from '@vialdesk/contract/documents/templates'
import { useState } from 'react'
import { apiMutation, apiQuery } from '#web/lib/api/api.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { portal } from '#web/lib/browser/portal.ts'
import { useIsPhone } from '#web/lib/browser/use-is-phone.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { ShortList } from '#web/ui/table/short-list.tsx'
import { TablePages } from '#web/ui/table/table-pages.tsx'
import { AddTemplateForm } from './add-template-form.tsx'
import { EditTemplateModal } from './edit-template-modal.tsx'
import { templateColumns } from './template.columns.tsx'
import type { SectionTexts } from './template-text.ts'

const PAGE_SIZE = 10
/** Milliseconds between two looks at a template that is being prepared. */
const PROCESSING_MS = 2000

const paramsOf = (type: Template['type']) => ({ params: { id: portal().domain.id, type: type as 2 | 4 | 5 } })

function useTemplates(type: Template['type']) {
  const isProcessing = ({ status }: Template) => status === 'Processing'
  return useQuery({
    ...apiQuery('GET /domain/file-signs/by-domain/{id}/type/{type}/', paramsOf(type)),
    refetchInterval: ({ state }) => (state.data?.data.some(isProcessing) ? PROCESSING_MS : false),
  })
}

/** Opens the PDF in a new tab with a new link, because links expire after some minutes. */
function useOpenFile() {
  return useMutation({
    meta: { onlyReads: true },
    mutationFn: async ({ id, type }: Template) => {
      const query = apiQuery('GET /domain/file-signs/by-domain/{id}/type/{type}/', paramsOf(type))
      const { data } = await queryClient.fetchQuery({ ...query, staleTime: 0 })
      const file = data.find((template) => template.id === id)?.file
      if (file) window.open(file, '_blank', 'noopener')
    },
  })
}

/** The rows of one page. All templates of a type are loaded at once. */
function TemplateList({ label, templates, onEdit }: { label: string; templates: Template[]; onEdit: (row: Template) => void }) {
  const [chosen, setOffset] = useState(0)
  const open = useOpenFile()
  const phone = useIsPhone()
  const offset = chosen < templates.length ? chosen : 0
  return (
    <>
      <ShortList
        label={label}
        columns={templateColumns({ onOpenFile: open.mutate, onEdit })}
        rows={templates.slice(offset, offset + PAGE_SIZE)}
        rowKey={({ id }) => id}
        rowName={({ title }) => title}
        empty={<EmptyState icon={IconFileText} hint="Add a PDF, and mark in the editor where to sign." />}
      />
      {templates.length > PAGE_SIZE && (
        <TablePages
          count={templates.length}
          page={{ limit: PAGE_SIZE, offset, onPage: setOffset, chips: [], clear: () => undefined }}
          narrow={phone}
        />
      )}
    </>
  )
}

/** The templates of one type, with the forms to add and edit them. */
export function TemplateSection({ type, title, lead, dialog, checking }: SectionTexts) {
  const list = useTemplates(type)
  const verify = useMutation(apiMutation('GET /domain/file-signs/status-by-domain/{id}/type/{type}/'))
  const [adding, setAdding] = useState(false)
  const [edited, setEdited] = useState<Template>()
  const stopAdding = () => setAdding(false)
  const check = () => verify.mutate(paramsOf(type))
  const buttons = (
    <Group gap="xs">
      <Button
        variant="default"
        leftSection={<IconRefresh size={16} />}
        disabled={verify.isPending}
        aria-label={`Verify Status: ${title}`}
        onClick={check}
      >
        Verify Status
      </Button>
      <Button leftSection={<IconFilePlus size={16} />} aria-label={`Add Template: ${title}`} onClick={() => setAdding(true)}>
        Add Template
      </Button>
    </Group>
  )
  return (
    <Section title={title} lead={lead} action={buttons}>
      <Group gap="xs" role="status" mb={verify.isPending ? 'sm' : 0}>
        {verify.isPending && (
          <>
            <Loader size={16} aria-hidden />
            <Text c="dimmed">{checking}</Text>
          </>
        )}
      </Group>
      <Loaded query={list} loading="Loading templates…">
        {({ data }) => <TemplateList label={title} templates={data} onEdit={setEdited} />}
      </Loaded>
      <FormDialog title={dialog} opened={adding} onClose={stopAdding}>
        <AddTemplateForm type={type} onClose={stopAdding} />
      </FormDialog>
      <EditTemplateModal
        template={edited}
        onClose={() => {
          setEdited(undefined)
          check()
        }}
      />
    </Section>
  )
}
