import table from './built-in-types.json' with { type: 'json' };
import { type FieldType, type ObjectType, type Presence, SCALAR, type TypeNode, UNTYPED } from './type-node.ts';

/*
 * A struct's fields, separated by spaces; a leading `!` makes the struct atomic. A field is its name, then
 *   `*` pointer, `~` pointer that is written as null, `?` omitted when zero, nothing: always written;
 *   `:Type` a struct, `:[Type]` a list, `:{Type}` a map, empty for scalars; `text`, `number`, `flag`, `null` name the
 *   zero value of a scalar that is always written;
 *   `=a+b` list-map keys, `==` a set, `!` an atomic map; `@key` strategic merge key; `^` retains keys.
 */
const FIELD =
  /^(?<name>[^*~?:]+)(?<mark>[*~?])?(?::(?<type>[^=!@^]*)(?<list>=[^@^]*)?(?<atomic>!)?(?<merge>@[^^]*)?(?<retain>\^)?)?$/;

const PRESENCE: Readonly<Record<string, Presence>> = { '*': 'stated', '~': 'nullable', '?': 'non-zero' };
const ZEROES: Readonly<Record<string, string | number | boolean | null>> = {
  text: '',
  number: 0,
  flag: false,
  null: null,
};

const kinds: Readonly<Record<string, string>> = table.kinds;

type Structs = (name: string) => ObjectType;

const builtIn = structsFrom(table.types);

/** undefined for a kind that is not built in. */
export function builtInType(group: string, kind: string): ObjectType | undefined {
  const name = kinds[`${group}/${kind}`];
  return name === undefined ? undefined : builtIn(name);
}

/** Structs by name, from a table of texts in the notation above. */
export function structsFrom(texts: Readonly<Record<string, string>>): Structs {
  const structs = new Map<string, ObjectType>();
  const struct: Structs = (name) => {
    const known = structs.get(name);
    if (known) return known;
    const words = (texts[name] ?? '').split(' ').filter((word) => word !== '');
    let fields: ReadonlyMap<string, FieldType> | undefined;
    const node: ObjectType = {
      is: 'object',
      // structs may contain themselves, so fields are read on first use
      get fields() {
        fields ??= new Map(words.filter((word) => word !== '!').map((word) => parseField(word, struct)));
        return fields;
      },
      ...(words[0] === '!' ? { atomic: true } : {}),
    };
    structs.set(name, node);
    return node;
  };
  return struct;
}

function parseField(text: string, struct: Structs): readonly [string, FieldType] {
  const { name = '', mark = '', type = '', list, atomic, merge, retain } = FIELD.exec(text)?.groups ?? {};
  const presence = PRESENCE[mark] ?? 'always';
  const isZeroName = Object.hasOwn(ZEROES, type);
  return [
    name,
    {
      type: isZeroName ? SCALAR : parseType(type, struct, { list, merge, isAtomic: atomic !== undefined }),
      presence,
      ...(isZeroName ? { zero: ZEROES[type] ?? null } : {}),
      ...(retain ? { retainsKeys: true } : {}),
    },
  ];
}

interface Marks {
  readonly list?: string | undefined;
  readonly merge?: string | undefined;
  readonly isAtomic: boolean;
}

function parseType(text: string, struct: Structs, { list, merge, isAtomic }: Marks = { isAtomic: false }): TypeNode {
  if (text === '') return SCALAR;
  if (text === 'quantity') return { is: 'scalar', quantity: true };
  if (text === 'any') return UNTYPED;
  if (text.startsWith('{')) {
    return { is: 'object', element: parseType(text.slice(1, -1), struct), ...(isAtomic ? { atomic: true } : {}) };
  }
  if (!text.startsWith('[')) return struct(text);
  return {
    is: 'list',
    element: parseType(text.slice(1, -1), struct),
    ...(list === '==' ? { isSet: true } : list ? { keys: list.slice(1).split('+') } : {}),
    ...(merge === undefined ? {} : { mergeKey: merge.slice(1) }),
  };
}
