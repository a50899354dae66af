const tags = { Environment: 'prod' };
export const demoTagLine = '  tags = { Environment = "prod" }';
export const demoTags = { tags, tags_all: tags };
