import { oneOf, rule, type Violation, violations } from './checks.ts';

/** spec: Plugins; the names of both properties are not shown. */
export const pluginApplications = ['Native', 'Web', 'Archie'] as const;
export const pluginComponents = ['Button', 'Tab'] as const;

/** A value for a property whose name the spec does not show: whoever knows the deployment says the name. */
export interface NamedProperty<Value> {
  readonly property: string;
  readonly value: Value;
}

/** spec: Plugins, PUT /plugins/{pluginId}. */
export interface PluginUpdate {
  readonly externalId?: string;
  readonly version?: {
    readonly name?: string;
    readonly description?: string;
    readonly placement?: string;
    readonly requestEndpointUrl?: string;
    readonly attributes?: {
      readonly text?: string;
      readonly icon?: string;
      readonly color?: string;
      readonly tooltip?: string;
      readonly page?: {
        readonly title?: string;
        /** Whole numbers. */
        readonly width?: number;
        readonly height?: number;
        readonly useDefaultBrowser?: boolean;
      };
    };
    readonly availability?: { readonly matterTypeIds?: readonly string[] };
  };
  /** Where the plugin renders. */
  readonly application?: NamedProperty<(typeof pluginApplications)[number]>;
  /** What it renders as. */
  readonly componentType?: NamedProperty<(typeof pluginComponents)[number]>;
  /** Signs the addresses requested; secret, and taken only when the plugin is made. */
  readonly key?: string;
  readonly additionalData?: Readonly<Record<string, unknown>>;
}

export function pluginViolations({
  version,
  application,
  componentType,
}: PluginUpdate): readonly Violation[] {
  const { width, height } = version?.attributes?.page ?? {};
  const whole = (value: number | undefined) => value === undefined || Number.isInteger(value);
  return violations(
    rule('version.attributes.page.width', whole(width), 'must be a whole number'),
    rule('version.attributes.page.height', whole(height), 'must be a whole number'),
    oneOf('application', application?.value, pluginApplications),
    oneOf('componentType', componentType?.value, pluginComponents),
  );
}
