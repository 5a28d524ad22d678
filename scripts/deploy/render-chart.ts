/**
 * Renders the Helm chart where no `helm` is installed: the part of Go's templates and of Helm's functions that the chart uses. Any other
 * function or keyword fails.
 */
import { stringify } from 'yaml'

type Value = unknown
type Scope = { dot: Value; variables: Map<string, Value> }
type Node =
  | { kind: 'text'; text: string }
  | { kind: 'action'; expression: string }
  | { kind: 'block'; word: string; expression: string; body: Node[]; otherwise: Node[] }

const ACTION = /\{\{(-?)\s*([\s\S]*?)\s*(-?)\}\}/g
const OPENERS = ['if', 'with', 'range', 'define']

interface Token {
  text: string
  isAction: boolean
}

/** A dash inside the braces removes the white space on its side. */
function tokensOf(template: string): Token[] {
  const tokens: Token[] = []
  let from = 0
  let trims = false
  const pushText = (text: string, trimsEnd: boolean) => {
    const begun = trims ? text.trimStart() : text
    tokens.push({ text: trimsEnd ? begun.trimEnd() : begun, isAction: false })
  }
  for (const match of template.matchAll(ACTION)) {
    pushText(template.slice(from, match.index), match[1] === '-')
    tokens.push({ text: match[2] ?? '', isAction: true })
    trims = match[3] === '-'
    from = match.index + match[0].length
  }
  pushText(template.slice(from), false)
  return tokens
}

/** Takes the tokens up to the `end` or `else` of the block. */
function parse(tokens: Token[]): { nodes: Node[]; endedBy: string } {
  const nodes: Node[] = []
  for (let token = tokens.shift(); token !== undefined; token = tokens.shift()) {
    const [word = '', rest = ''] = token.text.split(/\s+([\s\S]*)/)
    if (!token.isAction) nodes.push({ kind: 'text', text: token.text })
    else if (word === 'end' || word === 'else') return { nodes, endedBy: word }
    else if (OPENERS.includes(word)) {
      const { nodes: body, endedBy } = parse(tokens)
      nodes.push({ kind: 'block', word, expression: rest, body, otherwise: endedBy === 'else' ? parse(tokens).nodes : [] })
    } else nodes.push({ kind: 'action', expression: token.text })
  }
  return { nodes, endedBy: '' }
}

const isTrue = (value: Value) =>
  Array.isArray(value)
    ? value.length > 0
    : typeof value === 'object' && value !== null
      ? Object.keys(value).length > 0
      : Boolean(value)

const indent = (spaces: number, text: string) => `\n${text.replace(/^/gm, ' '.repeat(spaces))}`

function fieldOf(value: Value, names: string[]): Value {
  return names.reduce<Value>((at, name) => (at as Record<string, Value> | undefined)?.[name], value)
}

export class ChartTemplates {
  readonly #defined = new Map<string, Node[]>()
  readonly #root: Record<string, Value>

  constructor(root: Record<string, Value>) {
    this.#root = root
  }

  /** Renders a file, and keeps its definitions for other files. */
  render(template: string): string {
    return this.#write(parse(tokensOf(template)).nodes, { dot: this.#root, variables: new Map() })
  }

  #write(nodes: Node[], scope: Scope): string {
    return nodes
      .map((node) => {
        if (node.kind === 'text') return node.text
        return node.kind === 'action' ? String(this.#pipeline(node.expression, scope) ?? '') : this.#block(node, scope)
      })
      .join('')
  }

  #block({ word, expression, body, otherwise }: Extract<Node, { kind: 'block' }>, scope: Scope): string {
    if (word === 'define') {
      this.#defined.set(JSON.parse(expression), body)
      return ''
    }
    if (word === 'range') return this.#range(expression, body, scope)
    const value = this.#pipeline(expression, scope)
    if (!isTrue(value)) return this.#write(otherwise, scope)
    return this.#write(body, word === 'with' ? { ...scope, dot: value } : scope)
  }

  /** Go reads the keys of a map in their order. */
  #range(expression: string, body: Node[], scope: Scope): string {
    const [, names = '', listed = ''] = /^(\$[\w, $]+):=\s*(.*)$/s.exec(expression) ?? []
    const list = this.#pipeline(listed, scope) as Record<string, Value>
    const entries = Array.isArray(list) ? Object.entries(list) : Object.entries(list).sort(([a], [b]) => (a < b ? -1 : 1))
    const [first = '', second] = names.split(',').map((name) => name.trim())
    return entries
      .map(([key, dot]) => {
        const variables = new Map([
          ...scope.variables,
          ...(second ? [[first, key] as const, [second, dot] as const] : [[first, dot] as const]),
        ])
        return this.#write(body, { dot, variables })
      })
      .join('')
  }

  /** Each command gets the value of the one before as its last argument. */
  #pipeline(expression: string, scope: Scope): Value {
    return expression.split(/\s*\|\s*/).reduce<Value>((before, command, at) => {
      const [word = '', ...words] = command.match(/"[^"]*"|\S+/g) ?? []
      const given = words.map((each) => this.#operand(each, scope))
      return this.#call(word, at === 0 ? given : [...given, before], scope)
    }, undefined)
  }

  #operand(word: string, { dot, variables }: Scope): Value {
    if (/^"|^\d+$/.test(word)) return JSON.parse(word)
    const [head = '', ...names] = word.split('.').filter((name, at) => at === 0 || name !== '')
    if (head === '') return fieldOf(dot, names)
    if (head === '$') return fieldOf(this.#root, names)
    if (variables.has(head)) return fieldOf(variables.get(head), names)
    throw new Error(`The chart uses ${word}, which is unknown here.`)
  }

  #call(word: string, given: Value[], scope: Scope): Value {
    const [first, second] = given
    switch (word) {
      case 'include':
        return this.#write(this.#defined.get(String(first)) ?? [], { dot: second, variables: new Map() })
      case 'toYaml':
        return stringify(first).trimEnd()
      case 'nindent':
        return indent(Number(first), String(second))
      case 'quote':
        return JSON.stringify(String(first))
      case 'default':
        return isTrue(second) ? second : first
      case 'required':
        if (isTrue(second)) return second
        throw new Error(String(first))
      default:
        return this.#operand(word, scope)
    }
  }
}
