import { Anchor } from '@mantine/core'
import { Fragment, type ReactNode, type RefObject, useEffect, useState } from 'react'
import { afterClick } from '#web/lib/forms/after-click.ts'
import { ErrorSummary } from './error-summary.tsx'

/** A field with an error. It is found by the path of its value. */
interface MarkedField {
  path: string
  label: string
  element: HTMLElement
}

const focusable = 'input:not([type="hidden"]), textarea, select, button, [tabindex="0"]'

/** The text of a label without its asterisk. */
function textOf(label: Element): string {
  const copy = label.cloneNode(true) as Element
  for (const hidden of copy.querySelectorAll('[aria-hidden="true"]')) hidden.remove()
  return copy.textContent?.trim() ?? ''
}

function labelOf(element: HTMLElement): string {
  const own = (element as HTMLInputElement).labels?.[0] ?? element.querySelector('label, .mantine-InputWrapper-label')
  return (own && textOf(own)) || element.getAttribute('aria-label') || ''
}

/** The fields with errors that have a label on the screen, in the order of the screen, and the errors of all others. */
function markedFields<Text>(form: HTMLFormElement | null, errors: Record<string, Text>) {
  const elements = new Map<string, HTMLElement>()
  for (const element of form?.querySelectorAll<HTMLElement>('[data-path]') ?? [])
    elements.set(element.dataset.path ?? '', element)
  const fields: MarkedField[] = [...elements]
    .filter(([path]) => path in errors)
    .map(([path, element]) => ({ path, element, label: labelOf(element) }))
    .filter(({ label }) => label !== '')
  const shown = new Set(elements.keys())
  const others = Object.entries(errors).filter(([path]) => !shown.has(path))
  return { fields, others: others.map(([, text]) => text) }
}

/** Moves the focus into a field, and scrolls to it. */
function focusField(element: HTMLElement): void {
  const target = element.matches(focusable) ? element : element.querySelector<HTMLElement>(focusable)
  target?.focus()
  target?.scrollIntoView({ block: 'center' })
}

interface Props {
  form: RefObject<HTMLFormElement | null>
  failure: string | undefined
  /** The present errors. */
  errors: Record<string, ReactNode>
  /** The errors of the last attempt. */
  refused: Record<string, ReactNode>
  /** Counts the attempts. */
  attempt: number
}

function FieldLink({ field: { label, element } }: { field: MarkedField }) {
  return (
    <Anchor
      href={`#${element.id}`}
      inherit
      c="inherit"
      underline="always"
      onClick={(event) => {
        event.preventDefault()
        focusField(element)
      }}
    >
      {label}
    </Anchor>
  )
}

/** The text before the links to the fields that still have an error. */
function leadOf(count: number, failure: string | undefined): string {
  if (failure) return 'Marked:'
  return count === 1 ? 'Please check this field:' : `Please check these ${count} fields:`
}

/** Whether the user has left the field that was corrected last. */
function useIsLeft(form: Props['form'], isCorrected: boolean): boolean {
  const [isLeft, setIsLeft] = useState(false)
  useEffect(() => {
    if (!isCorrected) return
    const element = form.current
    const leave = () => afterClick(() => setIsLeft(true))
    element?.addEventListener('focusout', leave, { once: true })
    return () => element?.removeEventListener('focusout', leave)
  }, [form, isCorrected])
  return isCorrected && isLeft
}

/**
 * The failure of a form and a link to each field that was refused. It is hidden when all of them have been changed, and its place is closed
 * when the user leaves the field: closed at once, it would move the field in which the user types.
 */
export function FormErrors({ form, failure, errors, refused, attempt }: Props) {
  const [{ fields, others }] = useState(() => markedFields(form.current, refused))
  const open = fields.filter(({ path }) => path in errors)
  const isCorrected = fields.length > 0 && open.length === 0 && others.length === 0
  if (useIsLeft(form, isCorrected)) return null
  const links = open.length > 0 && (
    <>
      {leadOf(open.length, failure)}{' '}
      {open.map((field, place) => (
        <Fragment key={field.path}>
          {place > 0 && ', '}
          <FieldLink field={field} />
        </Fragment>
      ))}
    </>
  )
  const details = failure && links ? [...others, links] : others
  return <ErrorSummary attempt={attempt} message={failure ?? links} details={details} hidden={isCorrected} />
}
