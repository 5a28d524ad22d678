import { Button, Group, Skeleton, Stack, TextInput } from '@mantine/core'
import { IconRoute, IconZoomExclamation } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { mayOpenScreen } from '@vialdesk/contract/screens'
import type { VialTrace } from '@vialdesk/contract/single-vials'
import { formatVialCode, parseVialCode } from '@vialdesk/contract/vial-codes'
import { type FormEvent, useState } from 'react'
import { VialButtons } from '#web/features/vials/actions/vial-buttons.tsx'
import { apiQuery } from '#web/lib/api/api.ts'
import { isNotFound } from '#web/lib/api/api-error.ts'
import { usePageTitle } from '#web/lib/session/page-title.ts'
import { useSession } from '#web/lib/session/session.ts'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { Screen } from '#web/ui/layout/screen.tsx'
import classes from './vial-details.module.css'
import { VialDetails } from './vial-details.tsx'

/** Searches another code; rejects malformed codes without a request. */
function CodeForm() {
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const [wrong, setWrong] = useState(false)
  const findVial = (event: FormEvent) => {
    event.preventDefault()
    const code = parseVialCode(text)
    setWrong(code === undefined)
    if (code) void navigate({ to: '/vials/$code', params: { code } })
  }
  return (
    <form onSubmit={findVial} noValidate aria-label="Find a vial">
      <Group gap="xs" align="flex-start" justify="center" wrap="nowrap">
        <TextInput
          aria-label="Vial code"
          placeholder="XXXX-XXXX-XXXX"
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value)
            setWrong(false)
          }}
          error={wrong && 'A vial code has 12 letters and digits.'}
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={200}
        />
        <Button type="submit">Find</Button>
      </Group>
    </form>
  )
}

/** Maximum letters in one line of the narrowest screen. */
const MAX_LINE_LENGTH = 20

/** A missing vial and a vial without access look the same. */
function VialNotFound({ text }: { text: string }) {
  return (
    <Screen title="Vial">
      <EmptyState
        icon={IconZoomExclamation}
        title="No vial found"
        hint={
          <>
            No vial has the code{' '}
            <bdi className={classes.asked} data-short={text.length <= MAX_LINE_LENGTH || undefined}>
              {text}
            </bdi>
            , or you do not have access to it. Check the label and enter the code again.
          </>
        }
        action={<CodeForm />}
      />
    </Screen>
  )
}

const skeleton = (
  <Stack gap="xl">
    <Skeleton h={180} />
    <Skeleton h={160} />
  </Stack>
)

function Actions({ vial }: { vial: VialTrace }) {
  return (
    <Group gap="xs" className={`no-print ${classes.actions}`}>
      <Button
        component={Link}
        to={`/trace/${vial.patient.id}`}
        variant="default"
        leftSection={<IconRoute size={16} stroke={1.6} />}
      >
        Trace report
      </Button>
      <VialButtons vials={[vial]} onDone={() => undefined} />
    </Group>
  )
}

function FoundVial({ code }: { code: string }) {
  const role = useSession()?.role
  const query = useQuery(apiQuery('GET /api/v1/vials/find/{code}/', { params: { code } }))
  usePageTitle(`Vial ${formatVialCode(code)}`)
  const mayOpenList = mayOpenScreen('/vials', role)
  if (isNotFound(query.error)) return <VialNotFound text={formatVialCode(code)} />
  return (
    <Screen
      title="Vial"
      {...(mayOpenList && { breadcrumbs: [{ label: 'Vials', to: '/vials' }] })}
      actions={mayOpenList && query.data && <Actions vial={query.data} />}
    >
      <Loaded query={query} skeleton={skeleton}>
        {(vial) => <VialDetails vial={vial} />}
      </Loaded>
    </Screen>
  )
}

/** One vial, opened by scanning or typing the code on its label. */
export function VialScreen({ code: text }: { code: string }) {
  const code = parseVialCode(text)
  return code === undefined ? <VialNotFound text={text} /> : <FoundVial key={code} code={code} />
}
