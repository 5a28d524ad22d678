/**
 * The keys of the portal: one list, from which the help dialog is made and in which screens register their actions. A key acts once, for
 * the part of the page that registered last and is not behind an open dialog.
 */
import { type RefObject, useEffect, useRef } from 'react'

/** The parts of the portal, in the order of the help dialog. */
export const shortcutPlaces = ['Everywhere', 'Lists', 'Drawers', 'Forms'] as const

interface Shortcut {
  place: (typeof shortcutPlaces)[number]
  /** The value of `KeyboardEvent.key`. `mod` is ⌘ on Apple keyboards and Ctrl on others. */
  key: string
  text: string
}

export const shortcuts = {
  find: { place: 'Everywhere', key: 'mod+k', text: 'Find people, records, screens and actions' },
  notice: { place: 'Everywhere', key: 'f8', text: 'Go to the links of a notice' },
  help: { place: 'Everywhere', key: '?', text: 'Show these keys' },
  searchList: { place: 'Lists', key: '/', text: 'Search the list' },
  nextRow: { place: 'Drawers', key: 'j', text: 'Next row' },
  previousRow: { place: 'Drawers', key: 'k', text: 'Previous row' },
} as const satisfies Record<string, Shortcut>
export type ShortcutName = keyof typeof shortcuts

/** Keys that other code answers. The help dialog lists them, too. */
export const otherKeys: readonly Shortcut[] = [
  { place: 'Drawers', key: 'Escape', text: 'Close' },
  { place: 'Forms', key: 'mod+Enter', text: 'Save' },
]

interface Registered {
  name: ShortcutName
  act: () => void
  /** The part of the page that the key belongs to. Without it, the key acts behind open dialogs, too. */
  inside: RefObject<Element | null> | undefined
}

const registered: Registered[] = []

/** A letter does nothing in a checkbox, a switch or a radio button. */
const TEXT_FIELDS = 'input:not([type="checkbox"], [type="radio"]), textarea, select, [role="textbox"]'

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.closest(TEXT_FIELDS) !== null)

const isOpenDialog = '[role="dialog"][aria-modal="true"], [role="alertdialog"][aria-modal="true"]'

/** Dialogs are rendered in the order in which they open, so the last one is in front. */
function isReachable({ inside }: Registered): boolean {
  if (!inside) return true
  const part = inside.current
  const front = [...document.querySelectorAll(isOpenDialog)].at(-1)
  return part !== null && (front === undefined || front.contains(part))
}

function matches(shortcut: Shortcut, event: KeyboardEvent): boolean {
  const mod = event.metaKey || event.ctrlKey
  if (event.altKey || mod !== shortcut.key.startsWith('mod+')) return false
  // A letter alone is text in a field.
  const isText = !mod && event.key.length === 1
  return event.key.toLowerCase() === shortcut.key.replace('mod+', '') && !(isText && isTyping(event.target))
}

function press(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return
  const found = registered.findLast((each) => matches(shortcuts[each.name], event) && isReachable(each))
  if (!found) return
  event.preventDefault()
  found.act()
}

/**
 * Registers the action of a key while the component is shown. `inside` is the part of the page that the key belongs to: the key does
 * nothing while a dialog covers it. Undefined as `act` turns the key off.
 */
export function useShortcut(name: ShortcutName, act: (() => void) | undefined, inside?: RefObject<Element | null>): void {
  const latest = useRef(act)
  useEffect(() => {
    latest.current = act
  })
  const isOn = act !== undefined
  useEffect(() => {
    if (!isOn) return undefined
    const own: Registered = { name, act: () => latest.current?.(), inside }
    if (registered.length === 0) document.addEventListener('keydown', press)
    registered.push(own)
    return () => {
      registered.splice(registered.indexOf(own), 1)
      if (registered.length === 0) document.removeEventListener('keydown', press)
    }
  }, [name, isOn, inside])
}

const isApple = /mac|iphone|ipad/i.test(navigator.userAgent)
const keyNames: Record<string, string> = { mod: isApple ? '⌘' : 'Ctrl', escape: 'Esc', enter: 'Enter' }

/** The keys as people know them, such as `⌘` and `K`. */
export const keyTexts = (key: string): string[] =>
  key.split('+').map((part) => keyNames[part.toLowerCase()] ?? part.toUpperCase())
