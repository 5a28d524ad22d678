import '@fontsource/caveat/400.css'
import '@fontsource/dancing-script/400.css'
import '@fontsource/great-vibes/400.css'
import '@fontsource/homemade-apple/400.css'
import { TextInput } from '@mantine/core'
import { type KeyboardEvent, useImperativeHandle, useState } from 'react'
import classes from './adopt.module.css'
import { INK } from './draw-tab.tsx'
import { newCanvas, type TabProps } from './signature-canvas.ts'

/** Handwriting fonts, from packages. `size` evens out their heights. */
const fonts = [
  { family: 'Dancing Script', label: 'Flowing', size: 1 },
  { family: 'Great Vibes', label: 'Elegant', size: 1.1 },
  { family: 'Caveat', label: 'Casual', size: 1.15 },
  { family: 'Homemade Apple', label: 'Handwritten', size: 0.8 },
] as const

/** Pixels of the letters on the canvas. */
const LETTERS = 120
const MAX_CHARACTERS = 60

const initialsOf = (name: string) =>
  name
    .split(/[\s-]+/)
    .map((part) => [...part][0] ?? '')
    .join('')
    .toUpperCase()

async function drawText(text: string, { family, size }: (typeof fonts)[number]): Promise<HTMLCanvasElement> {
  if (!text) throw new Error('Enter your name.')
  const font = `${LETTERS * size}px "${family}", cursive`
  // Only the parts of the font that have these letters are loaded.
  await document.fonts.load(font, text)
  const measured = newCanvas(1, 1).context
  measured.font = font
  const { width } = measured.measureText(text)
  const { canvas, context } = newCanvas(width + LETTERS * 2, LETTERS * 3)
  context.font = font
  context.fillStyle = INK
  context.textBaseline = 'middle'
  context.fillText(text, LETTERS, LETTERS * 1.5)
  return canvas
}

interface Props extends TabProps {
  name: string
  onSubmit: () => void
}

/** The name in a handwriting font: also the way for people who use the keyboard only. */
export function TypeTab({ type, name, take, onChange, onSubmit }: Props) {
  const [text, setText] = useState(type === 'signature' ? name : initialsOf(name))
  const [family, setFamily] = useState<string>(fonts[0].family)
  const font = fonts.find((each) => each.family === family) ?? fonts[0]
  useImperativeHandle(take, () => () => drawText(text.trim(), font))
  const submitByKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter') onSubmit()
  }
  return (
    <div>
      <TextInput
        label={type === 'signature' ? 'Your name' : 'Your initials'}
        value={text}
        maxLength={MAX_CHARACTERS}
        autoComplete="off"
        data-autofocus
        onKeyDown={submitByKey}
        onChange={(event) => {
          setText(event.currentTarget.value)
          onChange()
        }}
      />
      <fieldset className={classes.fonts}>
        <legend className={classes.legend}>Style</legend>
        {fonts.map(({ family: value, label, size }) => (
          <label key={value} className={classes.font} data-chosen={value === family || undefined}>
            <input
              type="radio"
              name="signature-font"
              value={value}
              aria-label={label}
              checked={value === family}
              onChange={() => {
                setFamily(value)
                onChange()
              }}
            />
            <span style={{ fontFamily: `"${value}", cursive`, fontSize: `${1.6 * size}rem` }} aria-hidden>
              {text.trim() || label}
            </span>
          </label>
        ))}
      </fieldset>
    </div>
  )
}
