import { isContractProcedure } from '@orpc/contract';
import { z } from 'zod';

export interface Procedure {
  /** As it is called: `/folders/link`. */
  readonly path: string;
  readonly procedure: unknown;
  /** Undefined when it takes none. */
  readonly input: z.ZodType | undefined;
}

/** Every procedure of a contract. */
export function contractOf(part: unknown, path = ''): Procedure[] {
  if (isContractProcedure(part)) {
    const schema: unknown = part['~orpc'].inputSchema;
    return [{ path, procedure: part, input: schema instanceof z.ZodType ? schema : undefined }];
  }
  return Object.entries(Object(part)).flatMap(([name, inner]) => contractOf(inner, `${path}/${name}`));
}

/** A right input of a procedure with one of its values, chosen by `at`, replaced by a wrong one. */
export function sampleOf({ input }: Procedure, at: number, wrong: unknown): unknown {
  const right = input ? exampleOf(z.toJSONSchema(input, { io: 'input' })) : undefined;
  const places = placesIn(right);
  return replaced(right, places[at % places.length] ?? [], wrong);
}

type Schema = z.core.JSONSchema.BaseSchema;

/** Some value that a schema of the contract takes. */
function exampleOf(schema: Schema | boolean): unknown {
  if (typeof schema === 'boolean') return null;
  const [first] = schema.enum ?? schema.anyOf ?? schema.oneOf ?? [];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return first;
  if (schema.anyOf ?? schema.oneOf) return exampleOf(first as Schema);
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, inner]) => [name, exampleOf(inner)]),
      );
    case 'array':
      return [exampleOf((schema.items as Schema) ?? true)];
    case 'string':
      return 'text';
    case 'integer':
    case 'number':
      return 1;
    case 'boolean':
      return true;
    default:
      return null;
  }
}

type Place = readonly string[];

const placesIn = (value: unknown, place: Place = []): Place[] => [
  place,
  ...(typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, inner]) => placesIn(inner, [...place, name]))
    : []),
];

function replaced(value: unknown, [name, ...rest]: Place, wrong: unknown): unknown {
  if (name === undefined) return wrong;
  const inner = replaced(Reflect.get(Object(value), name), rest, wrong);
  return Array.isArray(value)
    ? value.map((one, index) => (String(index) === name ? inner : one))
    : { ...Object(value), [name]: inner };
}
