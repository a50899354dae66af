/** `${NAME}` refers to an environment variable, which is read when the setting is used. */
export const reference = /\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g;
