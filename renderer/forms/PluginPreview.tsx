import { makeStyles, tokens } from '@fluentui/react-components';
import { displayName } from '../words/displayName.ts';

const useStyles = makeStyles({
  box: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '10px' },
  button: {
    maxWidth: '100%',
    padding: '6px 14px',
    overflowWrap: 'anywhere',
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderLeftWidth: '6px',
    borderRadius: tokens.borderRadiusMedium,
  },
  quiet: { color: tokens.colorNeutralForeground3 },
});

interface PluginPreviewProps {
  attributes: {
    readonly text?: string | undefined;
    readonly color?: string | undefined;
    readonly tooltip?: string | undefined;
  };
}

/** About how the plugin's button looks; its icon is the service’s to draw. */
export function PluginPreview({ attributes: { text = '', color = '', tooltip = '' } }: PluginPreviewProps) {
  const styles = useStyles();
  const isColor = CSS.supports('color', color);
  return (
    <div className={styles.box}>
      <span className={styles.quiet}>Preview</span>
      <span
        className={styles.button}
        title={tooltip === '' ? undefined : displayName(tooltip)}
        // Behind no words, so that these can be read whatever it is.
        style={isColor ? { borderLeftColor: color } : undefined}
      >
        {text === '' ? 'No text yet' : displayName(text)}
      </span>
      {color !== '' && !isColor ? <span className={styles.quiet}>This colour is not known here.</span> : null}
    </div>
  );
}
